/// The words that the sample's names are made of. The chains are invented, the pubs' names are those found
/// all over the country, and the rest is put together at random.
enum WordLists {
  /// Chains, each with its number of venues in 100,000.
  static let chains: [(name: String, share: Int)] = [
    ("Hoagie Yard", 1300), ("McCrumb's", 850), ("Cobble Coffee", 560), ("Cluckingham", 440),
    ("Sally Smokestack's", 330), ("Brew Barge", 150), ("Taco Trolley", 110),
    ("Pepperpot Pizza", 90), ("Wok Ferry", 80), ("Tuppenny Griddle", 75), ("Toastie Tram", 70),
    ("Doner Depot", 65), ("Captain Crumb's", 60), ("Sushi Sprint", 55), ("Piri Pirate", 50),
    ("Lantern & Loaf", 48), ("Waffle Wharf", 46), ("Burrito Bandwagon", 44),
    ("The Marmalade Cat", 42), ("Gelato Gondola", 40), ("Bao Wow Wow", 38),
    ("Curry Carriage", 36), ("Spud Republic", 34), ("Crumpet Corner", 32), ("Noodle Omnibus", 30),
    ("Ploughman's Pantry", 30), ("Falafel Fleet", 28), ("Porridge & Pear", 26),
    ("Mamma Ravioli's", 26), ("Ramen Rocket", 24), ("The Gilded Whisk", 24),
    ("Pancake Parade", 22), ("Dosa Dynamo", 20), ("Salad Signal", 20), ("Kebab Cathedral", 18),
    ("Juniper Shed", 18),
  ]

  /// The grammar of names. A rule starts in the first column; an indented line continues it:
  ///
  ///     name: words, all equally likely
  ///     name > words, likeliest first
  ///     name = 3 template | 1 template, each after its weight
  ///
  /// A name starts from the first rule. `fancy` is used where a bare `noun` would repeat too often.
  /// `exotic` has other scripts and emoji, to test readers and terminals: the real dataset has only
  /// accented letters.
  static let rules = """
    venue = 150 {pub} | 165 {cafe} | 66 {indian} | 30 {chinese} | 62 {italian} | 15 {thai}
      | 13 {japanese} | 30 {levant} | 16 {latin} | 14 {french} | 26 {chippy} | 68 {takeaway}
      | 54 {hotel} | 44 {club} | 110 {plain} | 82 {company} | 14 {company} T/A {trade}
      | 3 {company} t/a {chainlike} | 66 {trade} {town} | 18 {trade} ({town}) | 16 {trade} - {town}
      | 6 {trade}/{trade} | 2 {company} - Trading as {quoted} | 1 {exotic}
    trade = 4 {pub} | 6 {cafe} | 2 {indian} | 2 {italian} | 2 {takeaway} | 3 {plain} | 1 {hotel}
    quoted = 3 {trade} | 1 "{trade}"
    chainlike: Hoagie Yard, Cluckingham, McCrumb's, Cobble Coffee
    plain = 30 {coined} | 16 {coined} Restaurant | 8 {coined} Bar | 9 The {adjective} {noun}
      | 6 {adjective} {noun} | 12 {noun} and {noun} | 3 The {noun} | 5 {noun} | 6 {noun} Restaurant
      | 8 {fancy} Bar and Grill | 12 {number} {street} | 5 No {number} | 5 No {number} {street}
      | 8 {surname}'s | 9 {surname}'s Restaurant | 6 {surname}'s Bar and Grill | 5 {fancy} Brasserie
      | 5 The {surname} Room | 7 {noun} {number} | 8 {village} Restaurant | 5 {coined} {noun}
      | 6 The {noun} at {village} | 4 {noun} and Co | 5 Bar {number}
      | 4 {adjective} {noun} Restaurant | 5 {noun} and {noun} Restaurant
      | 4 The {noun} Restaurant at {village} House
    pub = 330 The {sign} | 110 {sign} | 170 The {sign} Inn | 32 {sign} Inn | 26 The {sign} Hotel
      | 12 {sign} Hotel | 14 The {sign} Pub | 12 The {sign} Public House | 40 The {sign} {village}
      | 30 {sign} at {village} | 24 The {sign} Tavern | 70 The {beastly} | 75 The {village} Arms
      | 40 The {surname} Arms | 40 {village} Inn | 16 The Old {building} | 24 The {building} Inn
      | 40 The {noun} and {noun} | 12 Ye Olde {sign} | 14 The {village} Tavern | 24 {surname}'s Bar
      | 16 The {noun} Bar | 20 The {sign} Bar and Restaurant | 5 The Village Inn | 9 The New Inn
      | 4 New Inn | 20 The {noun} Tap
    sign > Royal Oak, Red Lion, White Hart, Bell, Plough, White Horse, Kings Arms, Crown, Swan,
      Kings Head, Queens Head, Ship, George, Sun, Fox, Wheatsheaf, Black Horse, White Lion,
      Rising Sun, Three Horseshoes, Greyhound, Chequers, Star, Cross Keys, Anchor, Green Man, Cock,
      Bulls Head, Castle, Railway, White Swan, Cricketers, Bull, Prince of Wales, Rose and Crown,
      Golden Lion, Hare and Hounds, Black Bull, Fox and Hounds, Coach and Horses, Nags Head, Angel,
      Black Lion, Bay Horse, Blue Bell, Bridge, Talbot, Barley Mow, Beehive, Lord Nelson,
      Duke of Wellington, Woolpack, Masons Arms, Horse and Groom, Dog and Duck, Waggon and Horses,
      Travellers Rest, Globe, Red Cow, Dolphin, Blacksmiths Arms, Carpenters Arms, Bricklayers Arms,
      Farmers Arms, Half Moon, Jolly Sailor, Windmill, Oak, Old Bell, Three Tuns, Three Crowns,
      Six Bells, Eagle, Eagle and Child, Spread Eagle, Falcon, Peacock, Pheasant, Partridge, Magpie,
      Raven, Hawthorn, Yew Tree, Cherry Tree, Pear Tree, Crooked Billet, Elephant and Castle,
      Foresters Arms, Fleece, Golden Fleece, Lamb, Lamb and Flag, Ram, Shepherds Rest, Stag,
      Stags Head, Bucks Head, Unicorn, Griffin, Green Dragon, George and Dragon, Saracens Head,
      Shoulder of Mutton, Punch Bowl, Butchers Arms, Bakers Arms, Millers Arms, Ferry, Lighthouse,
      Mermaid, Navigation, Boat, Wharf, Lock Keeper, Malt Shovel, Maltsters Arms, Hop Pole,
      Brewers Arms, Engine, Locomotive, Station, Market, Cross, Volunteer, Grenadier, Admiral,
      Marquis of Granby, Victoria, Prince Albert, Queen Victoria, Duke of York, Earl Grey,
      Sportsman, Huntsman, Gamekeeper, Fisherman, Plume of Feathers, Trout, Salmon, Pike, Otter,
      Badger, Hedgehog, Robin Hood, Old Mill, Old Ship, Sloop, Schooner, Packhorse, Drovers, Hawk,
      Harrow, Sickle, Thatch, Cottage, Orchard, Vine, Grapes, Ivy House
    beastly = 5 {adjective} {beast} | 3 {beast} and {beast} | 4 {beast} and {thing}
      | 2 {count} {beast}s
    count: Two, Three, Four, Five, Six, Seven, Nine
    beast: Badger, Bear, Boar, Buck, Bull, Calf, Cat, Cockerel, Colt, Cow, Crab, Crow, Deer, Dog,
      Dove, Drake, Duck, Eagle, Elk, Falcon, Ferret, Finch, Fox, Gander, Goat, Goose, Grouse, Gull,
      Hare, Hawk, Hen, Heron, Hind, Hog, Horse, Hound, Jackdaw, Kestrel, Kite, Lamb, Lark, Leopard,
      Lobster, Magpie, Mare, Mole, Otter, Owl, Ox, Partridge, Peacock, Pheasant, Pig, Puffin, Pony,
      Quail, Rabbit, Ram, Raven, Robin, Rook, Salmon, Seal, Spaniel, Sparrow, Stag, Starling, Stoat,
      Swallow, Swift, Terrier, Thrush, Tiger, Trout, Turtle, Unicorn, Vixen, Weasel, Whale, Whippet,
      Wolf, Wren
    thing: Anchor, Anvil, Apple, Arrow, Barrel, Basket, Bell, Boot, Bottle, Bow, Bucket, Bugle,
      Candle, Cart, Compass, Crown, Crumpet, Drum, Feather, Fiddle, Flute, Garter, Gate, Hammer,
      Harp, Horn, Hourglass, Kettle, Ladle, Lantern, Loaf, Mitre, Oar, Pepper, Pitchfork, Plum,
      Quill, Rope, Saddle, Shilling, Slipper, Spade, Spoon, Sword, Tankard, Teapot, Thistle,
      Trumpet, Truffle, Wagon, Wheel, Whistle
    building: Bakery, Bank, Barn, Boathouse, Brewery, Chapel, Coach House, Courthouse, Custom House,
      Dairy, Exchange, Ferry House, Fire Station, Forge, Foundry, Gatehouse, Granary, Hall, Laundry,
      Library, Lodge, Malthouse, Manor, Mill, Observatory, Police Station, Post Office,
      Potting Shed, Priory, Pump House, Rectory, Ropery, School House, Signal Box, Smithy, Stables,
      Station, Tannery, Toll House, Vicarage, Warehouse, Watermill, Windmill, Workshop
    cafe = 26 {fancy} Cafe | 14 The {fancy} Cafe | 24 {forename}'s Cafe | 14 {village} Cafe
      | 14 Cafe {coined} | 6 Cafe {noun} | 10 {fancy} Coffee | 10 {fancy} Coffee House
      | 18 The {adjective} {noun} Coffee Shop | 10 {coined} Coffee | 12 {village} Tea Room
      | 8 The {fancy} Tea Room | 18 {forename}'s Tea Room | 5 The {adjective} Teapot
      | 8 {fancy} Tearooms | 8 {fancy} Bistro | 10 {coined} Bistro | 8 {fancy} Deli
      | 10 {surname} and {surname} | 16 {surname}'s Bakery | 16 {forename}'s Kitchen
      | 14 The {adjective} {kitchenware} | 10 {kitchenware} and {kitchenware} | 6 {noun} Kitchen
      | 8 {treat} and {treat} | 6 {treat} {kitchenware} | 8 The {treat} {building}
      | 6 {fancy} Lounge | 8 {village} Garden Centre Cafe | 8 {village} Farm Shop and Cafe
      | 5 The {building} Cafe | 4 {adjective} {noun} Cafe | 8 {noun} and {noun} Cafe
      | 10 The {noun} Cafe at {village} | 7 Cafe {number} | 6 {forename} and {forename}
      | 5 {forename} {surname}'s Coffee Shop | 4 {building} Coffee | 4 {fancy} Espresso Bar
      | 4 {fancy} Sandwich Bar | 9 {forename}'s Pantry | 9 {forename}'s Diner | 4 {fancy} Patisserie
      | 4 Caffe {coined} | 1 Caffè {coined} | 1 Crêperie {forename} | 2 {commonplace}
    commonplace: The Coffee House, The Coffee Shop, The Cafe, The Tea Room, The Coffee Bean,
      The Corner Cafe, Cafe Central, Park Cafe, The Lunch Box, The Sandwich Shop, Coffee Corner,
      The Deli, The Bistro, The Bakery
    kitchenware: Teapot, Kettle, Whisk, Spoon, Ladle, Skillet, Oven, Griddle, Pantry, Larder, Apron,
      Teacup, Saucer, Rolling Pin, Cake Tin, Pepper Mill, Bread Bin, Biscuit Tin, Milk Jug,
      Tea Cosy, Copper Pan, Cafetiere, Toast Rack, Butter Dish, Jam Jar, Cake Stand, Egg Cup,
      Grinder, Sieve, Butcher Block
    treat: Bagel, Bean, Biscuit, Brownie, Bun, Butter, Cake, Caramel, Cherry, Chocolate, Cinnamon,
      Clotted Cream, Cookie, Crumb, Crumble, Crumpet, Cupcake, Custard, Damson, Flapjack, Fudge,
      Ginger, Honey, Jam, Lemon, Macaroon, Marmalade, Meringue, Mocha, Muffin, Nutmeg, Parkin,
      Pastry, Pecan, Pickle, Pudding, Roast, Scone, Shortbread, Sourdough, Spice, Sponge, Sugar,
      Toast, Toffee, Treacle, Vanilla, Waffle
    indian = 12 {spice} {indianroom} | 14 {indianword} {indianroom} | 5 {indianword}
      | 8 The {spice} {jewel} | 8 {indianword} Indian Restaurant | 3 Taste of {indianplace}
      | 5 {indianplace} {indianroom} | 6 {spice} {jewel} | 5 {town} {indianroom}
      | 7 {indianword} {jewel} | 8 {indianword} of {village} | 2 {spice} Lounge
      | 2 {spice} of {indianplace} | 3 The {indianword} | 2 Mr {indianword} | 5 {spice} and {spice}
      | 7 {indianword} {indianroom} {town} | 4 {village} {indianroom}
      | 5 {indianword} {spice} {indianroom}
    spice: Spice, Saffron, Cumin, Cardamom, Turmeric, Chilli, Coriander, Tamarind, Masala, Ginger,
      Mint, Clove, Cinnamon, Pepper, Jeera, Methi, Mustard, Fennel, Garlic, Mango, Coconut,
      Curry Leaf
    indianroom: Tandoori, Balti House, Spice, Cuisine, Curry House, Restaurant, Lounge, Kitchen,
      Indian Cuisine, Palace, Grill, Dhaba, Street Food, Cottage, Village, Balti, Diner, Takeaway,
      Express, Brasserie, Garden, Mahal
    indianword: Akbar, Amber, Anmol, Ashiana, Asha, Bahar, Bengal, Bombay, Chandni, Chutney, Darbar,
      Dilshad, Everest, Ganges, Gulab, Gurkha, Hamro, Haveli, Himalaya, Jaipur, Jalsa, Jamuna,
      Jewel, Kabir, Kamal, Kanchan, Kathmandu, Khana, Khushi, Kohinoor, Koyla, Lal Qila, Lotus,
      Maharaja, Malabar, Mirchi, Moti, Mughal, Namaste, Naseeb, Nawab, Nirvana, Noor, Padma,
      Panchvati, Pardesi, Radhuni, Raj, Rajdhani, Rajput, Rana, Rupali, Sagar, Sahara, Saathi,
      Shahi, Shapla, Shikara, Sitar, Sonali, Surma, Taj, Tiffin, Udaipur, Veda, Yeti, Zaika, Zam Zam
    indianplace: Agra, Amritsar, Bengal, Bombay, Ceylon, Delhi, Goa, Gujarat, India, Jaipur,
      Kashmir, Kerala, Lahore, Madras, Mumbai, Mysore, Nepal, Punjab, Rajasthan, Sylhet
    jewel: Bay, Boat, Box, Bridge, Court, Fusion, Garden, Gate, Hut, Inn, Island, Junction, Lamp,
      Land, Leaf, Merchant, Mill, Nights, Oven, Palace, Paradise, Pavilion, Pot, Republic, River,
      Room, Route, Star, Tree, Valley, Village
    chinese = 9 {lucky} {luckything} | 9 {lucky} {luckything} Chinese Restaurant
      | 6 The {lucky} {luckything} | 8 {cantonese} {cantonese} | 6 {cantonese} {cantonese} House
      | 5 {cantonese} Garden | 4 Mr {cantonese} | 5 {forename}'s Noodle Bar
      | 4 {cantonese} Noodle House | 3 {lucky} Wok | 3 Wok and {noun} | 3 {cantonese}'s Kitchen
      | 2 {town} Chinese | 3 Dim Sum {noun}
    lucky: Golden, Jade, Lucky, Happy, Royal, New, Great, Silver, Red, Blue, Orient, Oriental,
      Imperial, Pearl, Crystal, Ruby, Bamboo, Lotus, Peking, Canton, Mandarin, Little, Eastern,
      Summer, Spring
    luckything: Dragon, Palace, Garden, House, Star, City, Sea, Phoenix, Panda, Lantern, Pagoda,
      Bamboo, Lotus, Moon, Chopsticks, Rice Bowl, Bowl, Court, Dynasty, Village, Fountain, Mountain,
      River, Willow, Crane, Koi
    cantonese: Chan, Cheung, Chow, Chung, Fook, Fung, Hing, Ho, Hoi, Hong, Hung, Ka, Kam, Kee, Kong,
      Kwan, Lam, Lee, Leung, Ling, Loon, Lung, Mei, Ming, Nam, On, Ping, Sang, Sing, Tai, Tang,
      Tung, Wah, Wai, Wan, Wing, Wong, Yat, Yee, Yip, Yuen
    italian = 10 {italianhouse} {italianname} | 8 {italianname} | 7 {italianname}'s
      | 8 {italianname} Restaurant | 7 {italianword} | 6 {italianword} Italian Restaurant
      | 6 {italianhouse} {italianword} | 5 La {italianla} | 5 Il {italianil}
      | 5 {italianname} Pizzeria | 4 {italianname}'s Pizza | 4 {italianword} Ristorante
      | 3 {italianname} and {italianname} | 3 Little {italianword} | 2 {italianword} {number}
      | 2 Bella {italianname} | 2 Gelateria {italianname} | 2 Pizza {italianname}
      | 3 {italianname} {town}
    italianhouse: Trattoria, Osteria, Ristorante, Pizzeria, Casa, Da, Bar, Cucina, Enoteca, Villa,
      Piazza, Don, Mamma
    italianname: Alfonso, Alberto, Amalia, Angelo, Antonella, Bettina, Bruno, Carlotta, Carmelo,
      Cesare, Claudio, Cosimo, Dario, Donatella, Elio, Emilio, Enzo, Fabrizio, Filippo, Flavio,
      Gaspare, Gennaro, Gina, Giacomo, Giulia, Graziella, Ignazio, Lino, Lorenzo, Luca, Marcella,
      Matteo, Michele, Nico, Nunzio, Ornella, Paolo, Pasquale, Pietro, Raffaele, Renato, Rocco,
      Rosalba, Salvo, Sandro, Silvana, Tino, Tommaso, Ugo, Valentina, Vito, Zita
    italianword = 1 {italianil} | 1 {italianla}
    italianil: Basilico, Bosco, Carciofo, Faro, Fiore, Forno, Gallo, Gelso, Giardino, Girasole,
      Limone, Mare, Melograno, Molino, Mulino, Noce, Pastificio, Pesce, Pomodoro, Ponte, Porcino,
      Portico, Porto, Rosmarino, Sole, Tartufo, Teatro, Tramonto, Vapore, Vicolo, Vigneto
    italianla: Barca, Campagna, Cantina, Cascina, Cipolla, Collina, Farfalla, Fattoria, Focaccia,
      Fontana, Forchetta, Grotta, Lanterna, Lucciola, Luna, Mandorla, Nonna, Oliva, Palma, Pergola,
      Piazzetta, Rucola, Scala, Spiga, Stella, Tavola, Terrazza, Toscana, Vela, Vigna
    thai = 6 Thai {thaiword} | 5 {thaiword} Thai | 4 {thaiword} Thai Restaurant | 3 The {thaiword}
      | 3 Baan {thaiword} | 3 {thaiword} {jewel} | 2 {town} Thai | 2 Pho {thaiword}
      | 2 Saigon {noun} | 1 Hanoi {noun}
    thaiword: Orchid, Chilli, Lemongrass, Basil, Siam, Sabai, Aroy, Chang, Jasmine, Elephant,
      Tuk Tuk, Galangal, Bangkok, Isaan, Kinnaree, Lanna, Mai, Nam Pla, Krua, Rosa, Sawadee, Samui,
      Silk, Smile, Suda, Tamarind, Tara, Temple, Cottage, Kitchen, Pavilion, Phuket, Ploy, Dee, Dao,
      Fah
    japanese = 6 {japaneseword} | 5 {japaneseword} Sushi | 4 Sushi {japaneseword}
      | 3 {japaneseword} Ramen | 3 {japaneseword} Bento | 2 Izakaya {japaneseword}
      | 2 {japaneseword} Teppanyaki | 2 Seoul {noun} | 2 {japaneseword} Noodle Bar
    japaneseword: Akari, Aki, Asahi, Fuji, Hana, Haru, Hashi, Hikari, Hoshi, Ichi, Kaede, Kaze,
      Kibo, Kiku, Kimi, Koi, Komorebi, Kumo, Matsu, Midori, Mizu, Momo, Mori, Nami, Natsu, Nori,
      Oishii, Sakana, Sakura, Sora, Suki, Take, Tanuki, Tora, Tsuki, Ume, Umi, Usagi, Yama, Yoru,
      Yuki, Yuzu
    levant = 8 {levantword} | 7 {levantword} Restaurant | 6 {levantword} Grill
      | 5 {levantword} Meze Bar | 4 {levantword} Turkish Restaurant
      | 4 {levantword} Lebanese Cuisine | 4 {greekword} Taverna | 4 {greekword}
      | 3 The {greekword} Greek Restaurant | 3 {levantword} Shisha Lounge
      | 3 {levantword} Charcoal Grill | 3 {levantword} Ocakbasi | 2 {levantword} Persian Kitchen
      | 2 {greekword} Souvlaki | 2 {levantword} Shawarma | 1 {levantword} Köfte
      | 1 Taverna {greekword}
    levantword: Ararat, Aladdin, Aleppo, Anatolia, Ankara, Arz, Babylon, Baraka, Beirut, Beyaz,
      Bosphorus, Bodrum, Byblos, Cappadocia, Cedars, Cengiz, Dalyan, Damas, Defne, Derya, Diwan,
      Efes, Ege, Fener, Feride, Galata, Gokyuzu, Habibi, Hala, Harem, Isfahan, Istanbul, Izmir,
      Jasmin, Jericho, Kervan, Kilim, Konak, Lale, Levant, Mangal, Marmaris, Meram, Mezban, Nar,
      Nazar, Pasha, Persepolis, Petra, Ruby, Safir, Saray, Shiraz, Sofra, Sultan, Tabriz, Tarbush,
      Topkapi, Troy, Yakamoz, Zaatar, Zeytin
    greekword: Acropolis, Aegean, Amphora, Aphrodite, Ariadne, Athena, Calypso, Corfu, Crete,
      Cyprus, Delphi, Dionysos, Elia, Halkidiki, Helios, Hermes, Ithaca, Kalamata, Knossos, Kyma,
      Lesbos, Meltemi, Minos, Mykonos, Mythos, Naxos, Odyssey, Olympus, Opa, Orfeas, Paphos,
      Poseidon, Santorini, Syrtaki, Thassos, Yamas, Zante, Zeus, Zorbas
    latin = 6 El {spanishel} | 5 La {spanishla} | 4 {spanishword} Tapas Bar | 4 Casa {spanishword}
      | 2 {spanishword} | 3 {spanishword} Cantina | 2 {spanishword} Mexican Grill | 2 Tapas {number}
      | 1 Señor {forename} | 3 {spanishword} Churrascaria | 2 Casa {coined} | 2 {coined} Tapas Bar
    spanishword = 1 {spanishel} | 1 {spanishla}
    spanishel: Abanico, Agave, Amigo, Barrio, Burro, Caballo, Camino, Cielo, Coyote, Duende, Faro,
      Flamenco, Gallo, Gato, Gitano, Jardin, Molino, Olivo, Perro, Pimiento, Pueblo, Rincon, Sol,
      Sombrero, Toro, Trueno, Zapato
    spanishla: Bodega, Calabaza, Cometa, Encina, Esquina, Estrella, Granada, Guitarra, Hacienda,
      Higuera, Iguana, Luna, Mariposa, Montera, Naranja, Noria, Paloma, Parra, Plaza, Sirena,
      Taberna, Tortuga, Vaca, Ventana
    french = 6 Le {frenchle} | 6 La {frenchla} | 4 Chez {forename} | 3 Brasserie {frenchle}
      | 3 Bistro {frenchla} | 4 Bistrot {coined} | 2 Petit {frenchle} | 4 Maison {surname}
      | 1 L'{frenchvowel} | 3 Le {coined}
    frenchle: Bouchon, Canard, Cassoulet, Chat Noir, Cochon, Colombier, Coq, Fromage, Grenier,
      Jardin, Lapin, Mistral, Moulin, Panier, Papillon, Parapluie, Pavillon, Phare, Pont, Raisin,
      Relais, Roseau, Soleil, Tilleul, Verger
    frenchla: Bergerie, Cerise, Cigale, Colline, Ferme, Fleur, Fontaine, Lanterne, Lavande,
      Libellule, Marmite, Poule, Rose, Table, Tour, Truffe, Vigne, Violette
    frenchvowel: Amitie, Artichaut, Auberge, Escale, Escargot, Etoile, Horizon, Orangerie, Olivier
    chippy = 8 {surname}'s Fish and Chips | 6 {village} Fish Bar | 5 The {adjective} Fryer
      | 5 The {fish} Plaice | 4 {fish} Fish Bar | 4 {forename}'s Plaice | 4 {street} Fisheries
      | 3 The {adjective} {fish} | 3 {town} Fish and Chips | 2 {fish} and Chips
      | 2 The {adjective} Chippy | 2 {surname}s Fisheries
    fish: Cod, Haddock, Hake, Plaice, Skate, Halibut, Turbot, Sole, Whiting, Mackerel, Herring,
      Kipper, Pollock, Sprat, Whitebait, Dolphin, Neptune, Trawler, Seagull, Pelican, Captain,
      Harbour, Anchor, Lobster Pot
    takeaway = 8 {takeawayadj} Pizza | 6 {takeawayadj} Kebab | 6 {takeawayadj} Burger
      | 5 {takeawayadj} Chicken | 5 {forename}'s Grill | 5 {fancy} Grill | 4 {fancy} Burger Bar
      | 4 Pizza {noun} | 4 {coined} Grill | 4 {coined} Peri Peri | 4 The {noun} Grill
      | 3 {takeawayadj} Peri Peri | 3 {fancy} Kebab House | 3 {fancy} Shake Bar
      | 3 {forename}'s Desserts | 3 {fancy} Steakhouse | 3 {fancy} Smokehouse
      | 3 {surname}'s Butty Bar | 3 The {fancy} Diner | 3 {takeawayadj} Bites | 2 {fancy} BBQ
      | 2 {takeawayadj} Wraps | 2 {fancy} Sandwich Co | 2 {coined} Street Food
      | 2 {fancy} Vegan Kitchen
    takeawayadj: Flaming, Big Bite, Hungry, Rocket, Double, Golden, Crispy, Mega, Turbo, Super,
      Best, City, Corner, Village, Midnight, Metro, Euro, American, New York, Chicago, Texas, Smoky,
      Saucy, Cheeky, Dirty, Tasty, Chunky, Top, Prime, Urban, Station, Royal, Star, Sunset,
      Lightning, Phoenix, Volcano, Mighty, Speedy
    hotel = 9 {village} Hotel | 8 The {village} Hotel | 6 {village} Hall Hotel | 6 {village} Manor
      | 6 The {fancy} Hotel | 5 {village} House Hotel | 5 {surname} Lodge | 4 {village} Holiday Park
      | 4 The {fancy} Guest House | 4 {village} Castle Hotel | 3 {town} {fancy} Hotel
      | 3 {village} Country Club | 3 {fancy} Hotel and Spa | 2 {village} Caravan Park
      | 2 The {surname} Hotel | 2 {village} Farm Bed and Breakfast
    club = 10 {village} Golf Club | 5 {village} Garden Centre | 5 {village} Farm Shop
      | 4 {village} Social Club | 4 {village} Cricket Club | 4 {village} Sailing Club
      | 3 {village} Bowls Club | 3 {village} Village Hall | 3 {surname}'s Farm
      | 3 {village} Visitor Centre | 3 {village} Leisure Centre | 2 {village} Museum Cafe
      | 2 {village} Railway Buffet | 2 {surname} Nurseries | 2 {village} Abbey Tea Room
      | 2 {village} Rugby Club | 2 {village} Community Cafe | 2 {village} Working Mens Club
    company = 8 {surname} Catering Ltd | 7 {surname} and {surname} Ltd
      | 6 {initial} {initial} {surname} Ltd | 6 {village} Inns Ltd | 6 {village} Leisure Limited
      | 6 {coined} Limited | 5 {coined} Restaurants Ltd | 5 {surname} Hospitality Ltd
      | 5 {noun} Pub Company Limited | 4 {forename} {surname}
      | 4 {initial}{initial}{initial} Catering Ltd | 4 {coined} Foods Ltd
      | 4 {noun} {village} Limited | 3 {surname} Brothers Ltd | 3 {coined} Trading Ltd
      | 3 {surname} Family Bakers Ltd | 3 {coined} UK Ltd | 3 {village} Taverns Limited
      | 2 {surname} Leisure ({village}) Ltd | 2 {initial} and {initial} {surname}
    initial: A, B, C, D, E, F, G, H, J, K, L, M, N, P, R, S, T, V, W
    fancy = 6 {noun} | 4 {adjective} {noun} | 5 {coined} | 4 {village} | 3 {surname}
      | 3 {forename}'s | 2 {noun} and {noun} | 2 {adjective} {beast}
    village = 70 {villagefirst}{villagelast} | 9 {villageadj} {villagefirst}{villagelast}
      | 5 St {saint}s
    saint: Agnes, Aidan, Andrew, Anne, Anthony, Bride, Catherine, Chad, Clement, Cuthbert, David,
      Edmund, Faith, George, Giles, Helen, Hilda, James, John, Jude, Kevern, Lawrence, Luke,
      Margaret, Mark, Martin, Mary, Mawe, Nicholas, Osyth, Oswald, Paul, Peter, Saviour, Stephen,
      Thomas, Wilfrid
    villageadj: Great, Little, Upper, Lower, North, South, East, West, Long, Market, Old
    villagefirst: Ald, Apple, Arl, Ash, Bad, Barn, Beck, Bent, Bir, Black, Bos, Brad, Bram, Bran,
      Brin, Brock, Bur, Cal, Char, Chil, Clay, Clif, Col, Comp, Cran, Cros, Cul, Dal, Dun, Earls,
      Ec, Ed, El, Fal, Farn, Fen, Fern, Flax, Gar, Gol, Gran, Hal, Ham, Hart, Hasel, Hather, Hawk,
      Hes, Hol, Horn, Hux, Kel, Ken, Kil, Kin, Lang, Lav, Leck, Lin, Lis, Lox, Mar, Mel, Mer, Mil,
      Monk, Mor, Nether, Norn, Oak, Ox, Pen, Pils, Pos, Quar, Rad, Raven, Red, Rox, Rush, Sax, Sel,
      Shel, Sils, Skel, Sten, Stan, Sul, Swan, Tam, Tat, Thorn, Thur, Tod, Tre, Tur, Ulver, Wad,
      Wal, War, Wel, Whit, Wil, Win, Wist, Wool, Wrox, Yar
    villagelast: bourne, bridge, brook, burgh, bury, by, combe, cote, dale, den, don, down, field,
      fold, ford, garth, gate, ham, hampton, hurst, ington, keld, land, ley, low, mere, minster,
      moor, more, ness, over, port, rick, scar, shaw, stead, stoke, stone, stow, thorpe, thwaite,
      ton, ville, wardine, water, well, wick, wold, wood, worth
    forename: Abbie, Ada, Agnes, Alex, Alice, Amy, Andy, Angela, Anita, Annie, Arthur, Barry,
      Beatrice, Bella, Ben, Bernie, Bert, Beth, Betty, Billy, Bob, Brenda, Carol, Cathy, Charlie,
      Chloe, Chris, Clara, Clive, Connie, Daisy, Danny, Dave, Debbie, Denise, Dora, Dot, Doug,
      Eddie, Edith, Elaine, Elsie, Emily, Emma, Eric, Ethel, Eva, Fiona, Flo, Frank, Fred, Gary,
      Geoff, George, Georgie, Gill, Gladys, Gloria, Grace, Graham, Greta, Gwen, Hannah, Harry,
      Hattie, Hazel, Heather, Helen, Henry, Hilda, Holly, Ian, Ida, Iris, Isla, Ivy, Jack, Jackie,
      Jan, Janet, Jasper, Jean, Jen, Jess, Jill, Jim, Jo, Joan, Joe, Josie, Joy, Judy, Julie, Karen,
      Kate, Kath, Ken, Kim, Lana, Laura, Len, Lesley, Lil, Linda, Liz, Lottie, Lou, Lucy, Mabel,
      Maggie, Mandy, Marge, Maria, Martha, Mary, Matt, Maud, Mavis, May, Meg, Mick, Millie, Mo,
      Molly, Mona, Nadia, Nancy, Nell, Nina, Nora, Norman, Olive, Oscar, Paddy, Pam, Pat, Pearl,
      Peggy, Penny, Percy, Pete, Phil, Polly, Poppy, Queenie, Rachel, Ray, Reg, Rita, Ron, Rosa,
      Rosie, Ruby, Ruth, Sadie, Sally, Sam, Sandra, Sean, Sheila, Shirley, Sid, Sophie, Stan,
      Stella, Steph, Steve, Sue, Suzie, Sybil, Ted, Tess, Tilly, Tina, Toby, Tom, Tracey, Una, Val,
      Vera, Vi, Vicky, Violet, Wendy, Wilf, Winnie, Zara, Zoe
    surname: Abbott, Ackroyd, Addison, Aldridge, Appleby, Arkwright, Ashworth, Atwell, Bagshaw,
      Bannister, Barlow, Bartlett, Baxter, Beckett, Bellamy, Bickerton, Birtwistle, Blackwood,
      Blythe, Bolton, Boothroyd, Bradshaw, Braithwaite, Brearley, Broadbent, Burgess, Butterfield,
      Calloway, Cartwright, Catterall, Chadwick, Chisholm, Clegg, Cobbold, Colclough, Copeland,
      Cottrell, Crabtree, Cresswell, Crowther, Dalgleish, Dangerfield, Dearden, Dewhurst, Drummond,
      Duckworth, Dunmore, Earnshaw, Eastwood, Eccleston, Elphick, Entwistle, Fairbrother,
      Fairclough, Farrow, Fawcett, Fenwick, Fielding, Finch, Forsyth, Gallagher, Garside, Gillespie,
      Goodall, Greenhalgh, Grimshaw, Haddon, Haigh, Halliwell, Hargreaves, Harkness, Hathaway,
      Heathcote, Hebblethwaite, Higginbottom, Hindle, Holroyd, Horrocks, Huxtable, Ibbotson,
      Illingworth, Inskip, Jardine, Jessop, Kellaway, Kershaw, Kitchener, Knowles, Lambton, Langley,
      Lathom, Lockwood, Longbottom, Lovell, Lumley, MacAllister, Maddox, Marsden, Mather, McBride,
      McIntyre, McKechnie, Mellor, Merriman, Metcalfe, Micklethwaite, Moorhouse, Mottram,
      Murgatroyd, Nettleton, Newbold, Nuttall, Oakley, Ogden, Oldroyd, Ormerod, Osgood, Palfrey,
      Parkinson, Pemberton, Pendlebury, Penhaligon, Pickersgill, Pilkington, Polkinghorne,
      Postlethwaite, Prendergast, Quayle, Radcliffe, Ramsbottom, Rawstron, Redfern, Ridgway, Rigby,
      Rowbotham, Rushworth, Sagar, Satterthwaite, Scarisbrick, Seddon, Shackleton, Shuttleworth,
      Sidebottom, Sinclair, Slater, Snodgrass, Southgate, Stainforth, Stott, Sugden, Sutcliffe,
      Tattersall, Tempest, Thackeray, Thistlethwaite, Threlfall, Tillotson, Tranter, Tregenza,
      Trelawney, Turnbull, Twigg, Unsworth, Vickers, Wadsworth, Wainwright, Walmsley, Warburton,
      Weatherby, Whitaker, Whittle, Widdowson, Winterbottom, Wolstenholme, Woodhead, Wrigley,
      Yardley, Yates
    adjective: Amber, Ancient, Black, Blue, Bold, Brave, Brass, Bright, Bronze, Burnt, Busy,
      Cheerful, Clever, Cobbled, Copper, Cosy, Crafty, Crimson, Crooked, Curious, Dancing, Dizzy,
      Drunken, Dusty, Emerald, Flying, Forgotten, Friendly, Gallant, Gentle, Giddy, Gilded, Golden,
      Grand, Greedy, Green, Grey, Grumpy, Happy, Hidden, Hungry, Idle, Iron, Ivory, Jolly, Laughing,
      Lazy, Leaping, Little, Lost, Lucky, Mad, Merry, Midnight, Mischievous, Misty, Noble, Old,
      Olive, Painted, Patient, Pink, Plump, Polite, Proud, Purple, Quiet, Red, Roaring, Rusty,
      Salty, Scarlet, Secret, Silent, Silver, Singing, Sleepy, Smiling, Smoking, Speckled, Spotted,
      Striped, Sunny, Tall, Thirsty, Tipsy, Toasted, Tumbledown, Twisted, Velvet, Wandering,
      Whistling, White, Wild, Wise, Wooden, Yellow
    noun: Acorn, Almond, Anchor, Apple, Arcade, Artichoke, Attic, Avenue, Balcony, Barley, Basil,
      Bay Tree, Beacon, Beech, Birch, Blossom, Bluebell, Boulevard, Bramble, Bridge, Brook,
      Butterfly, Cabin, Canal, Canopy, Canvas, Caraway, Carousel, Cedar, Cellar, Chestnut, Chimney,
      Chives, Clocktower, Cloud, Clover, Cobbles, Comet, Cork, Corner, Courtyard, Cove, Crescent,
      Crossroads, Daisy, Dandelion, Dove, Driftwood, Elder, Elm, Ember, Fable, Feather, Fern,
      Fiddle, Fig, Fireside, Flame, Flint, Foundry, Foxglove, Galley, Gallery, Garden, Garnet,
      Gatsby, Glade, Granite, Grove, Harbour, Harvest, Haven, Hawthorn, Hazel, Hearth, Heather,
      Hedgerow, Hideaway, Hillside, Hive, Holly, Honeycomb, Horizon, Indigo, Ivy, Jasmine, Jetty,
      Junction, Juniper, Kaleidoscope, Kiln, Ladder, Lagoon, Lane, Lantern, Larch, Larder, Laurel,
      Lavender, Leaf, Library, Lighthouse, Lilac, Lily, Lime, Linden, Linen, Lock, Loft, Magnolia,
      Maple, Marble, Marigold, Market, Maypole, Meadow, Milestone, Mill, Mosaic, Moss, Mulberry,
      Myrtle, Nest, Nettle, Nook, Nutmeg, Oasis, Olive, Orchard, Oregano, Paddock, Palette, Parade,
      Parlour, Patch, Pebble, Pepper, Pier, Pine, Plum, Pomegranate, Poplar, Poppy, Porch, Primrose,
      Promenade, Quarry, Quarter, Quay, Quince, Rafters, Railway, Rainbow, Reeds, Riverbank,
      Rosemary, Rowan, Saddle, Saffron, Sage, Sail, Sandbar, Scullery, Seasons, Sequoia, Shed,
      Shingle, Shore, Silo, Skylark, Slate, Snug, Sorrel, Spindle, Spire, Spruce, Square, Stables,
      Starfish, Steps, Stile, Storm, Summit, Sundial, Sunflower, Sycamore, Tamarisk, Tansy, Tavern,
      Terrace, Thistle, Thyme, Tide, Timber, Tollgate, Tower, Tulip, Turnstile, Valley, Verbena,
      Viaduct, Village, Violet, Walnut, Waterfall, Wharf, Wheel, Wildflower, Willow, Window, Wren,
      Yard, Yew, Zephyr
    street = 6 {streetname} Street | 4 {streetname} Road | 2 {streetname} Lane | 1 {streetname} Row
    streetname: Albert, Baker, Bath, Bridge, Broad, Castle, Chapel, Church, Duke, Fore, George,
      High, King, London, Market, Mill, Nelson, New, Park, Princes, Queen, Silver, Station, Union,
      Victoria, Water, Wellington, York
    number: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
      27, 29, 31, 33, 36, 39, 42, 47, 48, 51, 52, 57, 63, 64, 66, 71, 77, 82, 88, 91, 97, 99, 101
    coined = 8 {onset}{vowel}{middle}{ending} | 3 {onset}{vowel}{ending}
      | 2 {onset}{vowel}{middle}{vowel}{middle}{ending}
    onset: B, Bl, Br, C, Ch, Cl, D, Dr, F, Fl, G, Gl, Gr, H, J, K, Kr, L, M, N, P, Pr, Qu, R, S, Sh,
      Sk, Sl, St, T, Th, Tr, V, W, Y, Z
    vowel: a, a, a, e, e, i, i, o, o, u, ai, ea, ee, ia, oo, ou
    middle: b, bb, d, g, k, l, ll, lm, m, mb, n, nd, ng, nt, p, r, rd, rn, rr, s, ss, st, t, tt, v,
      x, z, zz
    ending: a, a, a, ana, ano, e, elle, en, er, esh, ette, i, i, ia, ine, ino, is, ita, o, o, on,
      ora, os, u, um, y
    exotic = 3 {chinesename} {lucky} {luckything} | 2 {chinesename} | 2 مطعم {arabicname}
      | 1 {levantword} مطعم {arabicname} | 1 {noun} Pizza 🍕 | 1 ☕ {fancy} Cafe | 1 {noun} 🌮 {noun}
      | 1 Ресторан {russianname} | 1 {japaneseword} ラーメン | 1 Ταβέρνα {greekword} | 1 Phở {noun}
      | 1 Œuf and {noun} | 1 Bäckerei {surname} | 1 Smörgås {noun}
    chinesename: 金龍酒家, 好運餐廳, 翡翠園, 小籠包店, 四川飯店, 明月茶樓, 福滿樓, 大上海
    arabicname: دمشق, بيروت, القدس, النخيل, الياسمين, بغداد
    russianname: Ромашка, Калинка, Берёзка, Самовар
    """
}
