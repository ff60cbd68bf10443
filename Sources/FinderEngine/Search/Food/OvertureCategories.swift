/// The mapping from Overture's categories of food and drink to finder's kinds.
///
/// Overture has two vocabularies. `taxonomy` (since the autumn of 2025) is a tree: its `hierarchy` begins
/// with `food_and_drink`. `categories`, which was dropped in the autumn of 2026, is flat. Most words are the
/// same in both, so there is one table, with a line for each word:
///
///     word                 kind          cuisine or diet
///
/// A kind that `FetchKind` does not have, such as `bakery`, cannot be chosen, only counted. A word that ends
/// in `_restaurant` and is not in the table is a restaurant, whose cuisine is the part before that. Any other
/// word of the tree that is not in the table means the same as the word above it.
package enum OvertureCategories {
  package struct Meaning {
    /// `nil` for a word that means food, but no kind.
    package var kind: String?
    package var cuisines: [String] = []
    /// Tags of OpenStreetMap with the value `yes`.
    package var diets: [StaticString] = []
    /// Whether only the word's ending is known. A word above it in the tree then gives a better kind.
    package var isByEnding = false
  }

  /// The roots of both vocabularies.
  package static let roots: [StaticString] = ["food_and_drink", "eat_and_drink"]

  package static func meaning(of word: String) -> Meaning? {
    if let meaning = meanings[word] { return meaning }
    guard word.utf8.count > suffix.utf8.count, word.utf8.count <= longest, word.hasSuffix(suffix)
    else {
      return nil
    }
    return Meaning(
      kind: "restaurant", cuisines: [String(word.dropLast(suffix.utf8.count))], isByEnding: true)
  }

  private static let suffix = "_restaurant"
  /// Overture's longest word has 43 characters.
  private static let longest = 64

  private static let diets: [String: [StaticString]] = [
    "vegan!": ["diet:vegan", "diet:vegetarian"], "vegetarian!": ["diet:vegetarian"],
    "halal!": ["diet:halal"], "kosher!": ["diet:kosher"], "gluten_free!": ["diet:gluten_free"],
  ]

  private static let meanings: [String: Meaning] = {
    var meanings: [String: Meaning] = [:]
    for line in table.description.split(separator: "\n") {
      let cells = line.split(separator: " ").map(String.init)
      var meaning = Meaning(kind: cells[1] == "-" ? nil : cells[1])
      if cells.count > 2 {
        if let diets = diets[cells[2]] {
          meaning.diets = diets
        } else {
          meaning.cuisines = cells[2].split(separator: ";").map(String.init)
        }
      }
      meanings[cells[0]] = meaning
    }
    return meanings
  }()

  /// Cuisines are in OpenStreetMap's spelling. A diet ends in `!`.
  static let table: StaticString = """
    food_and_drink                    -
    eat_and_drink                     -
    eating_drinking_location          -
    restaurant                        restaurant
    pigs_trotters_restaurant          restaurant
    potato_restaurant                 restaurant   potato
    casual_eatery                     restaurant
    bistro                            restaurant
    brasserie                         restaurant
    cafeteria                         restaurant
    canteen                           restaurant
    diner                             restaurant   diner
    supper_club                       restaurant
    sugar_shack                       restaurant
    bar_and_grill                     restaurant   grill
    bar_and_grill_restaurant          restaurant   grill
    breakfast_restaurant              restaurant   breakfast
    breakfast_and_brunch_restaurant   restaurant   breakfast;brunch
    buffet_restaurant                 restaurant   buffet
    comfort_food_restaurant           restaurant
    diy_foods_restaurant              restaurant
    haute_cuisine_restaurant          restaurant   fine_dining
    international_restaurant          restaurant   international
    international_fusion_restaurant   restaurant   fusion
    asian_fusion_restaurant           restaurant   asian;fusion
    latin_fusion_restaurant           restaurant   latin_american;fusion
    pan_asian_restaurant              restaurant   asian
    oriental_restaurant               restaurant   asian
    pop_up_restaurant                 restaurant
    theme_restaurant                  restaurant
    special_diet_restaurant           restaurant
    health_food_restaurant            restaurant   healthy
    live_and_raw_food_restaurant      restaurant   raw_food
    molecular_gastronomy_restaurant   restaurant   fine_dining
    wild_game_meats_restaurant        restaurant   game
    venison_restaurant                restaurant   game
    vegan_restaurant                  restaurant   vegan!
    vegetarian_restaurant             restaurant   vegetarian!
    halal_restaurant                  restaurant   halal!
    kosher_restaurant                 restaurant   kosher!
    gluten_free_restaurant            restaurant   gluten_free!
    afghani_restaurant                restaurant   afghan
    himalayan_nepalese_restaurant     restaurant   nepalese
    persian_iranian_restaurant        restaurant   persian
    serbo_croatian_restaurant         restaurant   serbian;croatian
    cajun_and_creole_restaurant       restaurant   cajun;creole
    southern_restaurant               restaurant   southern
    southern_american_restaurant      restaurant   southern
    texmex_restaurant                 restaurant   tex-mex
    noodles_restaurant                restaurant   noodle
    doner_kebab                       restaurant   kebab
    doner_kebab_restaurant            restaurant   kebab
    chicken_wings_restaurant          restaurant   wings
    rotisserie_chicken_restaurant     restaurant   chicken
    curry_sausage_restaurant          restaurant   sausage
    poutinerie_restaurant             restaurant   poutine
    steakhouse                        restaurant   steak_house
    pancake_house                     restaurant   pancake
    pizzaria                          restaurant   pizza
    empanadas                         restaurant   empanada
    acai_bowls                        restaurant   acai
    salad_bar                         restaurant   salad
    soul_food                         restaurant   soul_food
    tapas_bar                         restaurant   tapas
    fast_food_restaurant              fast_food
    bagel_shop                        fast_food    bagel
    bagel_restaurant                  fast_food    bagel
    donut_shop                        fast_food    donut
    donuts                            fast_food    donut
    food_stand                        fast_food
    food_truck                        fast_food
    friterie                          fast_food    friture
    sandwich_shop                     fast_food    sandwich
    street_vendor                     fast_food
    food_court                        food_court
    cafe                              cafe
    animal_cafe                       cafe
    cat_cafe                          cafe
    dog_cafe                          cafe
    hong_kong_style_cafe              cafe         hong_kong
    coffee_shop                       cafe         coffee_shop
    coffee_roastery                   cafe         coffee_shop
    tea_room                          cafe         tea
    bubble_tea                        cafe         bubble_tea
    bubble_tea_shop                   cafe         bubble_tea
    juice_bar                         cafe         juice
    smoothie_juice_bar                cafe         juice
    kombucha                          cafe
    kombucha_bar                      cafe
    milk_bar                          cafe
    milkshake_bar                     cafe         milkshake
    desserts                          cafe         dessert
    dessert_shop                      cafe         dessert
    ice_cream_shop                    ice_cream    ice_cream
    ice_cream_and_frozen_yoghurt      ice_cream    ice_cream
    gelato                            ice_cream    gelato
    gelato_shop                       ice_cream    gelato
    frozen_yoghurt_shop               ice_cream    frozen_yogurt
    frozen_yogurt_shop                ice_cream    frozen_yogurt
    shaved_ice_shop                   ice_cream
    shaved_snow_shop                  ice_cream
    pub                               pub
    irish_pub                         pub          irish
    gastropub                         pub
    bar                               bar
    bar_tabac                         bar
    tabac                             bar
    beach_bar                         bar
    beer_bar                          bar
    champagne_bar                     bar
    cigar_bar                         bar
    cocktail_bar                      bar
    dive_bar                          bar
    drive_thru_bar                    bar
    gay_bar                           bar
    hookah_bar                        bar
    hotel_bar                         bar
    piano_bar                         bar
    sake_bar                          bar
    speakeasy                         bar
    sports_bar                        bar
    tiki_bar                          bar
    vermouth_bar                      bar
    whiskey_bar                       bar
    wine_bar                          bar
    lounge                            bar
    brewery                           bar
    cidery                            bar
    beer_garden                       biergarten
    airport_lounge                    airport_lounge
    bakery                            bakery
    baguette_shop                     bakery
    baguettes                         bakery
    cupcake_shop                      bakery
    flatbread                         bakery
    flatbread_restaurant              bakery
    flatbread_shop                    bakery
    macaron_shop                      bakery
    macarons                          bakery
    patisserie_cake_shop              bakery
    pie_shop                          bakery
    pretzel_shop                      bakery
    pretzels                          bakery
    beverage_shop                     beverage_shop
    beverage_store                    beverage_shop
    brewery_winery_distillery         winery
    distillery                        winery
    winery                            winery
    wine_tasting_room                 winery
    candy_shop                        candy_store
    candy_store                       candy_store
    chocolatier                       candy_store
    indian_sweets_shop                candy_store
    japanese_confectionery_shop       candy_store
    popcorn_shop                      candy_store
    deli                              delicatessen
    delicatessen                      delicatessen
    internet_cafe                     internet_cafe
    """
}
