/// The words that people, venues' names and the sources use for what there is to eat.
///
/// Each table has one line per value:
///
///     VALUE : word, two words, three word phrase | name word, name words ~ neighbour, neighbour
///
/// - `VALUE` is OpenStreetMap's spelling. It is also a word, with spaces for its underscores.
/// - After `:` are other words that people type for it, and other sources' spellings. A word with `!` before
///   it does not count in the name of a venue: Georgian House is a house in Bath.
/// - After `|` are words that mean it only in the name of a venue: people do not type them for the value. A
///   phrase with `!` before it does not mean it, though one of its words would: Greek Street is a street in
///   Soho. There is no rule for streets, since in the list of 2020 Thai Square is 12 Thai restaurants, and
///   Burger Street a burger bar.
/// - After `~` are other values of the same table that this one does not find, but that a user might accept
///   instead.
///
/// Words are folded: lower case, no accents, no apostrophes, `and` for `&`, a space for a hyphen. A phrase
/// has at most three words, so `all you can eat` is recognised by its beginning. Plurals that add `s` or
/// `es`, or replace `y` by `ies`, are not listed. A word in several lines or tables may mean any of them. A
/// cuisine also finds cuisines that end in `_VALUE`, so `neapolitan_pizza` need not be a word for `pizza`.
enum FoodTable {
  /// Values of `amenity`, `shop` and `tourism`, with the words of the hygiene ratings and Overture.
  static let kinds: StaticString = """
    restaurant     : eatery, restaurante | ristorante, trattoria, osteria, tandoori, balti, taverna, brasserie, bistrot, steakhouse, pizzeria
    cafe           : caff, coffee, coffee shop, coffee house, coffee bar, espresso bar, cafe bar, bar cafe | caffe, caffi, tearoom, tea room, tea shop, teashop, espresso, starbucks, muffin break ~ bakery
    fast_food      : takeaway, take away, takeout, take out, carry out, carryout, food truck, food van, street vendor, mobile caterer, snack bar | mcdonalds, subway, kfc, burger king, taco bell, chopstix, chippy, wimpy ~ food_court
    pub            : public house, gastropub, gastro pub, brewpub, brew pub, boozer, tavern, alehouse, ale house, free house, freehouse, taproom, tap room, taphouse, tap house, pub grub, pub food, pub lunch, pub meal | inn, arms, red lion, white hart, white horse, black horse, royal oak, rose and crown, fox and hounds, hare and hounds, coach and horses, george and dragon, kings head, queens head, bulls head, nags head, cross keys, three horseshoes, wheatsheaf, chequers, cricketers, prince of wales, brewery tap ~ bar, biergarten
    bar            : cafe bar, bar cafe, hotel bar, taproom, tap room ~ pub, nightclub
    food_court     : foodcourt, food hall, foodhall
    ice_cream      : ice cream parlour, ice cream parlor, ice cream shop, ice cream van | gelato, gelateria
    biergarten     : beer garden, bier garden ~ pub
    bakery         : bakers, bread shop, boulangerie, bakehouse, bake house ~ pastry, cafe
    pastry         : patisserie, cake shop, pastry shop ~ bakery, cafe
    delicatessen   : deli ~ cafe
    nightclub      : night club, disco, discotheque ~ bar
    canteen        : cafeteria, works canteen, staff canteen
    hookah_lounge  : hookah, hookah bar, shisha, shisha lounge, shisha bar, shisha cafe
    internet_cafe  : cyber cafe, cybercafe
    airport_lounge
    candy_store    : candy shop, sweet shop, sweetshop ~ confectionery
    confectionery  : confectioner ~ candy_store
    beverage_shop  : beverage store, drinks shop
    winery         : vineyard
    hotel          | holiday inn, premier inn, travelodge ~ guest_house
    guest_house    : guesthouse, bed and breakfast, b and b, bnb ~ hotel
    hostel         : youth hostel
    caterer        : caterers, catering, other catering premises
    supermarket    : retailers supermarkets, hypermarket
    """

  /// Values of `cuisine`. National cuisines first, then dishes, drinks and ways of eating.
  static let cuisines: StaticString = """
    regional         : regional food, local food, local cuisine
    international    : world food
    fusion           : asian fusion, fusion food ~ asian, international
    european         : modern european ~ mediterranean, french, italian
    british          : modern british, traditional british, english ~ sunday_roast, fish_and_chips, carvery, scottish, welsh
    english          : ~ british, sunday_roast, breakfast
    scottish         : ~ british
    welsh            : ~ british
    irish            : ~ british
    cornish          : ~ pasty, british
    american         : usa ~ burger, diner, barbecue, tex-mex, southern
    southern         : southern american, southern food, american southern ~ soul_food, cajun, barbecue
    soul_food        : ~ southern
    cajun            : ~ creole, southern
    creole           : ~ cajun, caribbean
    canadian         : ~ poutine, american
    tex-mex          : tex mex, texmex | taco bell ~ mexican
    mexican          : mexicano, mexicana | taqueria, taco bell ~ tex-mex, burrito, taco
    latin_american   : latin, latino ~ mexican, brazilian, argentinian, peruvian
    south_american   : ~ latin_american, brazilian, argentinian, peruvian
    brazilian        : brasilian, churrascaria, rodizio, churrasco ~ portuguese, steak_house, argentinian
    argentinian      : argentine, argentinean, argentina | buenos aires ~ steak_house, brazilian
    peruvian         : peru ~ latin_american
    colombian        : colombia ~ latin_american, venezuelan
    venezuelan       : venezuela ~ latin_american, colombian
    chilean          : chile ~ latin_american
    bolivian         : bolivia ~ latin_american
    ecuadorian       : ecuador ~ latin_american
    salvadoran       : salvadorian, pupusa ~ latin_american
    cuban            : cuba | !cuba street ~ caribbean, latin_american
    caribbean        : carribean, carribbean, west indian ~ jamaican, jerk
    jamaican         : jamaica | !jamaica street, !jamaica road ~ caribbean, jerk
    jerk             : jerk chicken ~ jamaican, caribbean
    french           : france ~ brasserie, bistro, crepe
    brasserie        : ~ french, bistro
    bistro           : bistrot ~ brasserie, french
    breton           : ~ crepe, french
    alsatian         : ~ french, german
    belgian          : belgium ~ friture, french
    dutch            : ~ pancake
    german           : germany | bierkeller ~ austrian, bavarian, sausage
    bavarian         : ~ german
    austrian         : austria ~ german
    swiss            : !swiss, switzerland ~ fondue, german
    fondue           : ~ swiss
    italian          : italiano, italiana, italia | ristorante, trattoria, osteria, prezzo, zizzi ~ pizza, pasta
    sicilian         : sicilia ~ italian
    sardinian        : ~ italian
    spanish          : spain ~ tapas, basque, catalan
    tapas            : tapas bar, pintxos, pinchos ~ spanish
    basque           : ~ spanish, tapas
    catalan          : ~ spanish, tapas
    paella           : ~ spanish
    portuguese       : portugal | !portugal street ~ peri_peri, brazilian
    peri_peri        : piri piri, piripiri, periperi, peri peri chicken, piri piri chicken | nandos, pepes ~ chicken, portuguese
    greek            : greece, hellenic | !greek street, !greek st, greek street food, taverna, souvlaki, acropolis, zorba ~ gyros, souvlaki, cypriot, mediterranean
    gyros            : gyro, giros ~ greek, souvlaki, kebab
    souvlaki         : ~ greek, gyros
    cypriot          : cyprus | !cyprus road, !cyprus avenue ~ greek, turkish
    maltese          : malta ~ mediterranean
    mediterranean    : med food, mediterranean food ~ greek, italian, spanish, turkish, lebanese
    turkish          | ocakbasi, mangal, istanbul, anatolia, anatolian, efes, ottoman, lokanta ~ kebab, mezze, mediterranean
    mezze            : meze, meza ~ turkish, greek, lebanese
    lebanese         : lebanon | !lebanon road, beirut ~ syrian, middle_eastern, mezze, falafel
    syrian           : syria, damascus ~ lebanese, middle_eastern
    palestinian      : palestine ~ lebanese, middle_eastern
    iraqi            : iraq ~ middle_eastern, persian, lebanese
    persian          : iranian, iran ~ middle_eastern, afghan
    afghan           : afghani, afghanistan | kabul ~ persian, pakistani
    israeli          : israel ~ jewish, middle_eastern, falafel
    jewish           : ~ israeli, bagel
    arab             : arabic, arabian ~ middle_eastern, lebanese, syrian
    middle_eastern   : middle east ~ lebanese, persian, arab, turkish
    yemeni           : yemen ~ middle_eastern
    egyptian         : egypt ~ middle_eastern, lebanese
    moroccan         : morocco | marrakech, marrakesh, casablanca ~ north_african, middle_eastern
    tunisian         : tunisia ~ north_african, moroccan
    algerian         : algeria ~ north_african, moroccan
    north_african    : maghrebi ~ moroccan, tunisian
    african          : ~ ethiopian, nigerian, caribbean
    west_african     : ~ nigerian, ghanaian, african
    nigerian         : nigeria | lagos ~ west_african, ghanaian
    ghanaian         : ghanian, ghana ~ west_african, nigerian
    senegalese       : senegal ~ west_african
    ethiopian        : ethiopia | addis ~ eritrean, african
    eritrean         : eritrea ~ ethiopian
    somali           : somalian ~ ethiopian, african
    south_african    : braai ~ african, steak_house
    polish           : poland, pierogi | !poland street, !poland st ~ eastern_european
    russian          : russia ~ ukrainian, eastern_european
    ukrainian        : ukraine ~ russian, polish, eastern_european
    hungarian        : hungary ~ eastern_european
    czech            : ~ eastern_european
    romanian         : romania ~ eastern_european
    bulgarian        : bulgaria ~ balkan, eastern_european
    lithuanian       : lithuania ~ eastern_european, polish
    latvian          : latvia ~ eastern_european
    estonian         : estonia ~ eastern_european
    eastern_european : east european ~ polish, russian, hungarian
    balkan           : ~ serbian, croatian, bulgarian, albanian
    serbian          : serbia ~ balkan
    croatian         : croatia ~ balkan
    bosnian          : bosnia ~ balkan
    albanian         : albania ~ balkan
    slovenian        : slovenia ~ balkan
    georgian         : !georgian ~ armenian
    armenian         : armenia ~ georgian
    azerbaijani      : azerbaijan, azeri ~ turkish, georgian
    uzbek            : uzbekistan ~ central_asian
    central_asian    : ~ uzbek, uyghur
    uyghur           : uighur ~ chinese, central_asian
    scandinavian     : nordic ~ swedish, danish, norwegian
    swedish          : sweden ~ scandinavian
    danish           : !danish, !denmark ~ scandinavian
    norwegian        : norway ~ scandinavian
    finnish          : finland ~ scandinavian
    indian           : curry, curry house, india | tandoori, balti, masala, massala, raj, rajah, maharaja, bombay, mumbai, delhi, bengal, taj mahal, mughal, moghul, jaipur, agra, rajasthan, haveli, haweli, darbar, punjab, punjabi, madras, goa, kerala, dosa, thali, dhaba, namaste, tikka, chaat ~ bangladeshi, pakistani, nepalese, sri_lankan
    south_indian     : south indian food, keralan | kerala, dosa ~ indian, sri_lankan, dosa
    north_indian     : ~ indian, punjabi
    punjabi          : ~ indian, pakistani
    gujarati         : gujerati ~ indian
    goan             : ~ indian
    balti            : ~ indian, curry
    curry            : curry house ~ indian, bangladeshi, pakistani, thai
    biryani          : biriyani ~ indian, pakistani
    dosa             : ~ south_indian, indian
    bangladeshi      : bangladesh, bengali | bangla, sylhet, dhaka, bengal ~ indian, pakistani
    pakistani        : pakistan, kashmiri | lahore, lahori, karahi, karachi ~ indian, bangladeshi, afghan
    nepalese         : nepali, nepal, himalayan | gurkha, kathmandu, everest, sherpa, khukuri ~ indian, tibetan
    tibetan          : tibet ~ nepalese
    sri_lankan       : sri lanka | ceylon ~ south_indian, indian
    asian            : oriental, pan asian, panasian, east asian | wok ~ chinese, japanese, thai, vietnamese, korean
    southeast_asian  : south east asian ~ thai, vietnamese, malaysian, indonesian
    chinese          : china | peking, beijing, chopstix, golden dragon ~ cantonese, sichuan, dim_sum, asian
    cantonese        : ~ chinese, dim_sum, hong_kong
    hong_kong        : ~ cantonese, chinese
    sichuan          : szechuan, szechwan, sechuan ~ chinese
    hunan            : ~ chinese, sichuan
    dim_sum          : dimsum, yum cha ~ chinese, dumpling, cantonese
    dumpling         : gyoza, jiaozi ~ dim_sum, chinese
    bao              : bao bun ~ taiwanese, chinese
    hotpot           : hot pot, chinese hot pot ~ chinese
    taiwanese        : taiwan ~ chinese, bubble_tea
    mongolian        : mongolia ~ chinese, asian
    japanese         : japan | izakaya, teppanyaki, wasabi, osaka ~ sushi, ramen, udon, teppanyaki
    sushi            : sushi bar, sashimi | itsu ~ japanese
    ramen            : ramen bar ~ japanese, noodle, udon
    udon             : ~ japanese, ramen, noodle
    soba             : ~ japanese, noodle
    tempura          : ~ japanese
    teppanyaki       : tepanyaki, teppan ~ japanese
    yakitori         : ~ japanese
    yakiniku         : ~ japanese, korean
    tonkatsu         : katsu ~ japanese
    japanese_curry   : katsu curry ~ japanese, tonkatsu
    donburi          : rice bowl ~ japanese
    bento            : bento box ~ japanese, sushi
    izakaya          : ~ japanese
    okonomiyaki      : ~ japanese
    korean           : korea | seoul, kimchi ~ japanese, asian
    korean_bbq       : korean barbecue ~ korean, barbecue
    thai             : thai curry, thailand | siam, bangkok, pad thai ~ vietnamese, asian
    laotian          : lao ~ thai
    vietnamese       : vietnam | saigon, hanoi ~ pho, thai, banh_mi
    pho              : ~ vietnamese
    banh_mi          : banhmi ~ vietnamese, sandwich
    cambodian        : khmer, cambodia ~ thai, vietnamese
    burmese          : burma, myanmar ~ thai
    malaysian        : malaysia, malay | laksa ~ singaporean, indonesian, asian
    singaporean      : singapore ~ malaysian
    indonesian       : indonesia ~ malaysian, asian
    balinese         : ~ indonesian
    filipino         : philippine, filipina ~ asian
    hawaiian         : hawaii ~ poke
    poke             : poke bowl, poke bar ~ hawaiian, sushi
    australian       : australia, aussie
    pizza            : pizzeria, pizzaria, pizza bar, pizza parlour | dominos, papa johns ~ italian
    pasta            : spaghetti, lasagne, lasagna ~ italian
    burger           : hamburger, cheeseburger, burger bar, burger joint, burger van | mcdonalds, wimpy, five guys ~ american
    kebab            : kebap, kabab, kabob, doner, donner, kebab shop, kebab house, shish kebab | german doner kebab, kebabish ~ turkish, shawarma, gyros
    shawarma         : shwarma, shawerma ~ kebab, lebanese
    falafel          : felafel, falafal ~ lebanese, middle_eastern
    chicken          : chicken shop | kfc, nandos, pepes, dixy ~ wings, peri_peri
    fried_chicken    : southern fried chicken | kfc, dixy ~ chicken, wings
    wings            : chicken wing, hot wings, buffalo wings ~ chicken, fried_chicken
    sandwich         : sarnie, sandwich bar, sandwich shop, butty, panini, toastie, roll shop | subway ~ bagel, baguette
    bagel            : beigel, bagel bar, bagel shop ~ sandwich, jewish
    baguette         : ~ sandwich
    wrap             : ~ sandwich, burrito
    burrito          : burrito bar ~ mexican, taco
    taco             : taqueria ~ mexican, burrito
    empanada         : ~ argentinian, latin_american
    hot_dog          : hotdog, frankfurter ~ sausage, burger
    sausage          : bratwurst, wurst, currywurst ~ german, hot_dog
    steak_house      : steakhouse, steak, steak restaurant, chop house, chophouse ~ grill, barbecue, argentinian
    grill            : grill house, grillhouse, bar and grill, mixed grill ~ steak_house, barbecue
    barbecue         : bbq, barbeque, bar b q, bar b que, smokehouse, smoke house ~ grill, american
    meat             : ~ steak_house, grill
    roast_chicken    : rotisserie chicken, rotisserie ~ chicken
    fish_and_chips   : chips, chippy, chip shop, chippie, fish n chips, fish chips, fish bar, fish supper, fried fish | fryer, fisheries, plaice ~ fish, seafood
    fish             : fish restaurant ~ seafood, fish_and_chips
    seafood          : sea food, shellfish, seafood bar, oyster bar ~ fish
    fries            : chips, french fries ~ friture, fish_and_chips
    friture          : friterie, frituur ~ fries
    poutine          : ~ fries, canadian
    potato           : baked potato, jacket potato, spud
    sunday_roast     : !roast, roast dinner, roast lunch, sunday lunch, sunday dinner ~ carvery, british
    carvery          : sunday carvery ~ sunday_roast, buffet
    pie              : pie shop, pie house ~ pie_and_mash, pasty
    pie_and_mash     : pie n mash, pie mash, eel and pie, eel pie mash ~ pie
    pasty            : cornish pasty, pasty shop, oggy ~ pie, cornish
    breakfast        : full english, full english breakfast, english breakfast, cooked breakfast, full scottish, ulster fry, full welsh, fry up, fryup, all day breakfast, brekkie, brekky, greasy spoon, breakfast bar ~ brunch
    brunch           : bottomless brunch ~ breakfast
    buffet           : ayce, all you can, smorgasbord ~ carvery
    diner            : american diner ~ burger, american
    fine_dining      : haute cuisine, tasting menu ~ french
    street_food      : ~ international
    home_cooking     : homemade, home made, home cooked
    noodle           : noodle bar, noodle house, noodle shop ~ ramen, udon, pho, chinese
    soup             : ~ noodle
    salad            : salad bar ~ healthy
    healthy          : health food ~ salad, juice
    raw_food         : ~ salad
    egg              : omelette, omelet ~ breakfast
    cheese           : ~ fondue
    mac_and_cheese   : mac n cheese, macaroni cheese, mac cheese ~ american
    savory_pancakes  : galette ~ crepe, pancake
    crepe            : creperie ~ pancake, breton
    pancake          : pancake house ~ crepe, waffle
    waffle           : waffle house ~ pancake, dessert
    donut            : doughnut, donut shop, doughnut shop ~ dessert
    cake             : cupcake, cake shop ~ pastry, dessert
    pastry           : patisserie, viennoiserie, croissant ~ cake
    pretzel          : ~ pastry
    dessert          : pudding, dessert parlour, dessert parlor, dessert bar, dessert shop, dessert cafe | !pudding lane, kaspas, creams cafe ~ cake, ice_cream, waffle
    churro           : ~ dessert, spanish
    ice_cream        : gelato, gelateria, icecream, ice cream parlour, ice cream parlor, ice cream shop ~ frozen_yogurt, dessert
    gelato           : gelateria, gelato bar ~ ice_cream
    frozen_yogurt    : frozen yoghurt, froyo, fro yo ~ ice_cream
    milkshake        : milk shake, !shake, milkshake bar, milk bar ~ ice_cream, dessert
    chocolate        : hot chocolate, chocolatier ~ dessert
    sweets           : mithai, indian sweets, asian sweets ~ dessert
    coffee_shop      : coffee, coffee house, coffee bar, espresso, espresso bar, roastery, coffee roastery | costa coffee, starbucks, caffe nero ~ tea
    tea              : tea room, tearoom, tea house, teahouse, tea shop, teashop, tea garden ~ coffee_shop, cake
    afternoon_tea    : cream tea, high tea ~ tea, cake
    bubble_tea       : bubbletea, boba, boba tea, pearl tea ~ tea
    chai             : karak, karak chai, chai tea | chaiiwala ~ tea
    juice            : juice bar, smoothie, smoothie bar, fresh juice ~ acai, healthy
    acai             : acai bowl ~ juice
    snack
    """

  /// Values of `diet:VALUE`.
  static let diets: StaticString = """
    vegan        : plant based, plantbased ~ vegetarian
    vegetarian   : veggie, veg, pure veg, meat free, meatfree, meatless, veggy ~ vegan
    pescetarian  : pescatarian ~ vegetarian, vegan
    halal        : halaal, zabiha, zabihah
    kosher       : kasher, glatt, glatt kosher
    gluten_free  : gf, glutenfree, coeliac, celiac, coeliac friendly, celiac friendly
    lactose_free : lactosefree, lactose intolerant, lactose intolerance ~ dairy_free, vegan
    dairy_free   : dairyfree, non dairy, milk free ~ vegan
    nut_free     : nutfree, nut allergy
    raw          : raw food ~ vegan
    """

  /// Values for the tags of `FoodKey.features`, in that order.
  static let features: StaticString = """
    wheelchair : wheelchair access, wheelchair accessible, wheelchair friendly, accessible, accessibility, step free, step free access, stepfree, disabled, disabled access, level access
    outdoor    : outdoor seating, outdoor dining, outdoor table, outside, outside seating, outside dining, outside table, eat outside, sit outside, al fresco, alfresco, garden, terrace, roof terrace, rooftop terrace, patio, beer garden
    takeaway   : take away, takeout, take out, to go, carry out, carryout
    delivery   : delivers, delivered, home delivery
    wifi       : wi fi, free wifi, free wi fi, wlan, wireless, wireless internet, internet, internet access, free internet
    dogs       : dog friendly, dogs welcome, dog welcome, dogs allowed, pet friendly, pets welcome, pets allowed
    highchair  : high chair, baby chair, baby seat, family friendly, child friendly, kid friendly, kids friendly, baby friendly, toddler friendly, children welcome, kids welcome, families welcome
    """

  /// Requests that are in none of the tables. After `:` is the option that finds them, and its value: a tag
  /// for `--where`, a time for `--open`, or only `match` for words in names. Without an option, there is no
  /// data.
  static let elsewhere: StaticString = """
    live music, live band : where live_music=yes
    drive through, drive thru : where drive_through=yes
    real ale, cask ale : where real_ale=yes
    real cider : where real_cider=yes
    changing table, baby changing, nappy changing : where changing_table=yes
    air conditioning, air con, air conditioned : where air_conditioning=yes
    happy hour : where happy_hours
    late night, open late : open 11pm
    sea view, ocean view, river view, water view, city view : match
    bring your own, byob, byo
    set menu, set meal, fixed price, prix fixe
    a view, good view, great view, nice view
    """

  /// A hash of all words that decide how venues are read.
  static var digest: UInt64 {
    var hash = StableHash()
    for table in [kinds, cuisines, diets, features, OvertureCategories.table] + SilentWords.lists {
      hash.add(table.bytes)
    }
    return hash.value
  }
}

extension FoodLine {
  /// A feature, as worded in a sentence: `no data on high chairs`.
  package var noun: String {
    switch value {
    case "wheelchair": "wheelchair access"
    case "outdoor": "outdoor seating"
    case "highchair": "high chairs"
    default: value
    }
  }
}
