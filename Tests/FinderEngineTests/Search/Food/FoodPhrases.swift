/// What people type, and its meaning: a phrase, two spaces, and its parts, all of which a venue must meet. Of
/// `kind:pub|kind:bar` it must meet one; a word that is in no table is searched in names.
enum TypedPhrases {
  static let all: [(typed: String, meaning: String)] = text.split(separator: "\n").map { line in
    let isQuoted = line.hasPrefix("\"")
    let typed =
      isQuoted
      ? line.dropFirst().prefix { $0 != "\"" }
      : line[..<(line.firstRange(of: "  ")?.lowerBound ?? line.endIndex)]
    let rest = line[typed.endIndex...].drop { $0 == " " || $0 == "\"" }
    return (String(typed), String(rest))
  }

  private static let text = #"""
    pizza                                          cuisine:pizza
    pizzas                                         cuisine:pizza
    Pizzeria                                       cuisine:pizza
    burger                                         cuisine:burger
    Burgers                                        cuisine:burger
    hamburgers                                     cuisine:burger
    burger joint                                   cuisine:burger
    burger bar                                     cuisine:burger
    sushi                                          cuisine:sushi
    sushi bar                                      cuisine:sushi
    sushi place                                    cuisine:sushi
    sashimi                                        cuisine:sushi
    ramen                                          cuisine:ramen
    noodles                                        cuisine:noodle
    noodle bar                                     cuisine:noodle
    pho                                            cuisine:pho
    PHỞ                                            cuisine:pho
    bánh mì                                        cuisine:banh_mi
    dim sum                                        cuisine:dim_sum
    Dim-Sum                                        cuisine:dim_sum
    dumplings                                      cuisine:dumpling
    hot pot                                        cuisine:hotpot
    bao buns                                       cuisine:bao
    katsu curry                                    cuisine:japanese_curry
    poke bowls                                     cuisine:poke
    poké                                           cuisine:poke
    korean bbq                                     cuisine:korean_bbq
    korean barbecue                                cuisine:korean_bbq
    curry                                          cuisine:curry|cuisine:indian
    curries                                        cuisine:curry|cuisine:indian
    curry house                                    cuisine:curry|cuisine:indian
    curry houses                                   cuisine:curry|cuisine:indian
    a curry                                        cuisine:curry|cuisine:indian
    thai curry                                     cuisine:thai
    indian                                         cuisine:indian
    Indian restaurant                              cuisine:indian
    indian takeaway                                cuisine:indian + feature:takeaway|kind:fast_food
    south indian                                   cuisine:south_indian
    balti                                          cuisine:balti
    tandoori                                       name:tandoori
    biriyani                                       cuisine:biryani
    bengali                                        cuisine:bangladeshi
    nepali food                                    cuisine:nepalese
    sri lankan                                     cuisine:sri_lankan
    Sri-Lanka                                      cuisine:sri_lankan
    chinese                                        cuisine:chinese
    chinese takeaway                               cuisine:chinese + feature:takeaway|kind:fast_food
    szechuan                                       cuisine:sichuan
    oriental                                       cuisine:asian
    pan-asian                                      cuisine:asian
    italian                                        cuisine:italian
    italian pizza                                  cuisine:italian + cuisine:pizza
    pizza and pasta                                cuisine:pizza + cuisine:pasta
    trattoria                                      name:trattoria
    lasagne                                        cuisine:pasta
    greek                                          cuisine:greek
    greek taverna                                  cuisine:greek + name:taverna
    gyros                                          cuisine:gyros
    meze                                           cuisine:mezze
    turkish                                        cuisine:turkish
    Turkish BBQ                                    cuisine:turkish + cuisine:barbecue
    kebab                                          cuisine:kebab
    kebabs                                         cuisine:kebab
    doner kebab                                    cuisine:kebab
    donner                                         cuisine:kebab
    döner                                          cuisine:kebab
    kebab shop                                     cuisine:kebab
    shish kebabs                                   cuisine:kebab
    shwarma                                        cuisine:shawarma
    felafel                                        cuisine:falafel
    lebanese                                       cuisine:lebanese
    iranian                                        cuisine:persian
    mexican                                        cuisine:mexican
    tex mex                                        cuisine:tex-mex
    Tex-Mex                                        cuisine:tex-mex
    tacos                                          cuisine:taco
    burritos                                       cuisine:burrito
    argentine steak                                cuisine:argentinian + cuisine:steak_house
    steak                                          cuisine:steak_house
    steaks                                         cuisine:steak_house
    steakhouse                                     cuisine:steak_house
    steak house                                    cuisine:steak_house
    bar and grill                                  cuisine:grill
    Bar & Grill                                    cuisine:grill
    mixed grill                                    cuisine:grill
    bbq                                            cuisine:barbecue
    barbeque                                       cuisine:barbecue
    bar-b-q                                        cuisine:barbecue
    smokehouse                                     cuisine:barbecue
    tapas                                          cuisine:tapas
    tapas bar                                      cuisine:tapas
    pintxos                                        cuisine:tapas
    spanish tapas                                  cuisine:spanish + cuisine:tapas
    jerk chicken                                   cuisine:jerk
    caribbean                                      cuisine:caribbean
    carribean                                      cuisine:caribbean
    west indian                                    cuisine:caribbean
    jamaican food                                  cuisine:jamaican
    piri piri                                      cuisine:peri_peri
    peri-peri                                      cuisine:peri_peri
    Peri Peri Chicken                              cuisine:peri_peri
    fried chicken                                  cuisine:fried_chicken
    chicken                                        cuisine:chicken
    chicken wings                                  cuisine:wings
    wings                                          cuisine:wings
    fish and chips                                 cuisine:fish_and_chips
    fish & chips                                   cuisine:fish_and_chips
    Fish 'n' Chips                                 cuisine:fish_and_chips
    fish&chips                                     cuisine:fish_and_chips
    chippy                                         cuisine:fish_and_chips
    chippies                                       cuisine:fish_and_chips
    chip shop                                      cuisine:fish_and_chips
    chips                                          cuisine:fish_and_chips|cuisine:fries
    french fries                                   cuisine:fries
    fish                                           cuisine:fish
    fish bar                                       cuisine:fish_and_chips
    sea food                                       cuisine:seafood
    sunday roast                                   cuisine:sunday_roast
    Sunday lunch                                   cuisine:sunday_roast
    roast dinner                                   cuisine:sunday_roast
    sunday roast pub                               cuisine:sunday_roast + kind:pub
    pub with a sunday roast                        kind:pub + cuisine:sunday_roast
    carvery                                        cuisine:carvery
    carveries                                      cuisine:carvery
    pie and mash                                   cuisine:pie_and_mash
    pie & mash                                     cuisine:pie_and_mash
    pies                                           cuisine:pie
    pasties                                        cuisine:pasty
    cornish pasty                                  cuisine:pasty
    breakfast                                      cuisine:breakfast
    full english                                   cuisine:breakfast
    Full English breakfast                         cuisine:breakfast
    fry-up                                         cuisine:breakfast
    brekkie                                        cuisine:breakfast
    greasy spoon                                   cuisine:breakfast
    vegan breakfast                                diet:vegan + cuisine:breakfast
    brunch                                         cuisine:brunch
    bottomless brunch                              cuisine:brunch
    afternoon tea                                  cuisine:afternoon_tea
    cream tea                                      cuisine:afternoon_tea
    cream teas                                     cuisine:afternoon_tea
    tea room                                       cuisine:tea
    tearooms                                       cuisine:tea
    bubble tea                                     cuisine:bubble_tea
    boba                                           cuisine:bubble_tea
    coffee                                         kind:cafe|cuisine:coffee_shop
    coffee shop                                    kind:cafe|cuisine:coffee_shop
    coffee shops                                   kind:cafe|cuisine:coffee_shop
    espresso                                       cuisine:coffee_shop
    ice cream                                      kind:ice_cream|cuisine:ice_cream
    ice-cream                                      kind:ice_cream|cuisine:ice_cream
    ice cream parlor                               kind:ice_cream|cuisine:ice_cream
    icecream                                       cuisine:ice_cream
    gelato                                         cuisine:gelato|cuisine:ice_cream
    frozen yoghurt                                 cuisine:frozen_yogurt
    donuts                                         cuisine:donut
    doughnuts                                      cuisine:donut
    crêpes                                         cuisine:crepe
    crêperie                                       cuisine:crepe
    waffles                                        cuisine:waffle
    dessert parlour                                cuisine:dessert
    puddings                                       cuisine:dessert
    cakes                                          cuisine:cake
    pâtisserie                                     kind:pastry|cuisine:pastry
    sandwiches                                     cuisine:sandwich
    sarnies                                        cuisine:sandwich
    sandwich bar                                   cuisine:sandwich
    hot dogs                                       cuisine:hot_dog
    hotdog                                         cuisine:hot_dog
    smoothies                                      cuisine:juice
    street food                                    cuisine:street_food
    fine dining                                    cuisine:fine_dining
    fast food                                      kind:fast_food
    food trucks                                    kind:fast_food
    british                                        cuisine:british
    english                                        cuisine:british|cuisine:english
    french bistro                                  cuisine:french + cuisine:bistro
    all you can eat                                cuisine:buffet
    all-you-can-eat sushi                          cuisine:buffet + cuisine:sushi
    where can I get the best vegan pizza nearby    diet:vegan + cuisine:pizza
    thai food please                               cuisine:thai
    buffet                                         cuisine:buffet
    sweets                                         cuisine:sweets
    sweet shop                                     kind:candy_store
    pub                                            kind:pub
    pubs                                           kind:pub
    public house                                   kind:pub
    gastropub                                      kind:pub
    gastro-pubs                                    kind:pub
    pub grub                                       kind:pub
    pub food                                       kind:pub
    tavern                                         kind:pub
    boozer                                         kind:pub
    bar                                            kind:bar
    bars                                           kind:bar
    cafe bar                                       kind:bar|kind:cafe
    wine bar                                       name:wine + kind:bar
    cocktail bar                                   name:cocktail + kind:bar
    sports bar                                     name:sports + kind:bar
    irish pub                                      cuisine:irish + kind:pub
    beer garden                                    kind:biergarten|feature:outdoor
    pub with beer garden                           kind:pub + kind:biergarten|feature:outdoor
    cafe                                           kind:cafe
    Café                                           kind:cafe
    CAFÉS                                          kind:cafe
    caff                                           kind:cafe
    joes cafe                                      name:joes + kind:cafe
    Joe's Café                                     name:joes + kind:cafe
    Joe’s caff                                     name:joes + kind:cafe
    restaurant                                     kind:restaurant
    restaurants                                    kind:restaurant
    a restaurant                                   kind:restaurant
    eatery                                         kind:restaurant
    bakery                                         kind:bakery
    bakeries                                       kind:bakery
    deli                                           kind:delicatessen
    delis                                          kind:delicatessen
    night club                                     kind:nightclub
    canteen                                        kind:canteen
    food hall                                      kind:food_court
    b&b                                            kind:guest_house
    bed & breakfast                                kind:guest_house
    farm shop                                      name:farm + name:shop
    takeaway                                       feature:takeaway|kind:fast_food
    takeaways                                      feature:takeaway|kind:fast_food
    take-away                                      feature:takeaway|kind:fast_food
    takeout                                        feature:takeaway|kind:fast_food
    take out                                       feature:takeaway|kind:fast_food
    pizza to go                                    cuisine:pizza + feature:takeaway
    coffee to go                                   kind:cafe|cuisine:coffee_shop + feature:takeaway
    pizza delivery                                 cuisine:pizza + feature:delivery
    vegan                                          diet:vegan
    vegan restaurant                               diet:vegan
    Vegan Restaurants                              diet:vegan
    vegan food                                     diet:vegan
    vegan place                                    diet:vegan
    vegan pizza                                    diet:vegan + cuisine:pizza
    pizza vegan                                    cuisine:pizza + diet:vegan
    vegan ice cream                                diet:vegan + kind:ice_cream|cuisine:ice_cream
    plant-based                                    diet:vegan
    plant based burgers                            diet:vegan + cuisine:burger
    veggie                                         diet:vegetarian
    veggies                                        diet:vegetarian
    veggie burger                                  diet:vegetarian + cuisine:burger
    meat-free                                      diet:vegetarian
    pescatarian                                    diet:pescetarian
    halal                                          diet:halal
    halal steak                                    diet:halal + cuisine:steak_house
    halal fried chicken                            diet:halal + cuisine:fried_chicken
    halal and dog friendly                         diet:halal + feature:dogs
    kosher deli                                    diet:kosher + kind:delicatessen
    gluten free                                    diet:gluten_free
    gluten-free                                    diet:gluten_free
    Gluten Free Pizza                              diet:gluten_free + cuisine:pizza
    gluten free fish and chips                     diet:gluten_free + cuisine:fish_and_chips
    gf brunch                                      diet:gluten_free + cuisine:brunch
    coeliac                                        diet:gluten_free
    celiac                                         diet:gluten_free
    dairy free                                     diet:dairy_free
    non-dairy                                      diet:dairy_free
    non dairy ice cream                            diet:dairy_free + kind:ice_cream|cuisine:ice_cream
    nut free bakery                                diet:nut_free + kind:bakery
    lactose free                                   diet:lactose_free
    raw food                                       diet:raw|cuisine:raw_food
    vegan and gluten free                          diet:vegan + diet:gluten_free
    vegan gluten-free cafe                         diet:vegan + diet:gluten_free + kind:cafe
    gluten free vegan burger with outdoor seating  diet:gluten_free + diet:vegan + cuisine:burger + feature:outdoor
    dog friendly                                   feature:dogs
    dog-friendly pub                               feature:dogs + kind:pub
    pubs dogs welcome                              kind:pub + feature:dogs
    pet friendly cafe                              feature:dogs + kind:cafe
    pub with dogs                                  kind:pub + feature:dogs
    wheelchair                                     feature:wheelchair
    wheelchair access                              feature:wheelchair
    wheelchair accessible thai                     feature:wheelchair + cuisine:thai
    accessible                                     feature:wheelchair
    step free cafe                                 feature:wheelchair + kind:cafe
    step-free access                               feature:wheelchair
    disabled access                                feature:wheelchair
    outdoor seating                                feature:outdoor
    outside                                        feature:outdoor
    al fresco                                      feature:outdoor
    al fresco dining                               feature:outdoor + name:dining
    roof terrace                                   feature:outdoor
    pub with outside tables                        kind:pub + feature:outdoor
    wifi                                           feature:wifi
    Wi-Fi                                          feature:wifi
    free wi-fi                                     feature:wifi
    cafe with free wifi                            kind:cafe + feature:wifi
    internet cafe                                  kind:internet_cafe
    high chair                                     feature:highchair
    high chairs                                    feature:highchair
    halal burgers with high chairs and wifi        diet:halal + cuisine:burger + feature:highchair + feature:wifi
    wheelchair dog friendly pub outdoor seating    feature:wheelchair + feature:dogs + kind:pub + feature:outdoor
    family friendly                                feature:highchair
    kid-friendly cafe                              feature:highchair + kind:cafe
    child friendly pub                             feature:highchair + kind:pub
    late night                                     error
    late night pizza                               error
    live music                                     error
    pub with live music                            error
    drive-thru                                     error
    byob                                           error
    bring your own bottle                          error
    set menu                                       error
    sea view cafe                                  error
    pub with a view                                error
    cheap                                          name:cheap
    cheap eats                                     name:cheap + name:eats
    michelin                                       name:michelin
    romantic                                       name:romantic
    wetherspoons                                   name:wetherspoons
    nandos                                         name:nandos
    Nando's                                        name:nandos
    McDonald’s                                     name:mcdonalds
    pizza express                                  cuisine:pizza + name:express
    Pizza Hut                                      cuisine:pizza + name:hut
    burger king                                    cuisine:burger + name:king
    costa coffee                                   name:costa + kind:cafe|cuisine:coffee_shop
    red lion                                       name:red + name:lion
    the red lion                                   name:red + name:lion
    The Dog & Duck                                 name:dog + name:duck
    Fish and Duck                                  cuisine:fish + name:duck
    kings arms                                     name:kings + name:arms
    holiday inn                                    name:holiday + name:inn
    food                                           name:food
    place                                          name:place
    the                                            name:the
    the place                                      name:place
    piza                                           name:piza
    resturant                                      name:resturant
    itallian                                       name:itallian
    vegitarian                                     name:vegitarian
    vegan piza                                     diet:vegan + name:piza
    THAI                                           cuisine:thai
    Café with Wi-Fi & cake                         kind:cafe + feature:wifi + cuisine:cake
    an Indian and a pub                            cuisine:indian + kind:pub
    no gluten                                      error
    no meat                                        error
    not spicy                                      error
    without nuts                                   error
    non alcoholic                                  error
    non veg                                        error
    sushi,!vegan                                   error
    (-vegan) sushi                                 error
    sushi/-vegan                                   error
    pizza,-sushi                                   error
    deep-fried pizza                               name:deep + name:fried + cuisine:pizza
    pizza no cheese                                error
    pizza without cheese                           error
    "  vegan   pizza "                             diet:vegan + cuisine:pizza
    "gluten  free"                                 diet:gluten_free
    "Fish  &  Chips"                               cuisine:fish_and_chips
    """#
}
