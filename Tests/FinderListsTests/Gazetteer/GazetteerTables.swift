@testable import FinderEngine
@testable import FinderLists

/// Small files in the forms of published tables.
enum GazetteerTables {
  static let codePointOpen = """
    "AB101AB",10,394235,806529,"S92000003","","S08000020","","S12000033","S13002842"
    "B33 8TH",10,415331,286830,"E92000001","E19000001","E18000005","","E08000025","E05011149"
    "EC1A1BB",10,532117,181656,"E92000001","E19000003","E18000007","","E09000001","E05009303"
    "ZE3 9JZ",90,0,0,"S92000003","","S08000026","","S12000027","S13002774"

    """

  static let codePointHeaders = """
    PC,PQ,EA,NO,CY,RH,LH,CC,DC,WC
    Postcode,Positional_quality_indicator,Eastings,Northings,Country_code,NHS_regional_HA_code,NHS_HA_code,Admin_county_code,Admin_district_code,Admin_ward_code

    """

  static let directory = """
    pcd,pcd2,pcds,dointr,doterm,oscty,usertype,oseast1m,osnrth1m,osgrdind,ctry,lat,long
    "AB1 0AA","AB1  0AA","AB1 0AA","198001","199606","S99999999","0",385386,801193,"1","S92000003",57.101474,-2.242851
    "BT1 5GS","BT1  5GS","BT1 5GS","198001","","N99999999","0",333691,374215,"1","N92000002",54.597285,-5.930120
    "SW1A1AA","SW1A 1AA","SW1A 1AA","198001","","E99999999","0",529090,179645,"1","E92000001",51.501009,-0.141588
    "JE2 3XP","JE2  3XP","JE2 3XP","199401","","J99999999","0",,,"9","J93000001",99.999999,0.000000
    "EC1A1BB","EC1A 1BB","EC1A 1BB","198001","201501","E99999999","0",400000,300000,"1","E92000001",52.597,-2.001

    """

  private static func openNames(
    _ number: Int, _ name: String, _ other: String, _ type: String, _ kind: String, _ east: Int,
    _ north: Int, _ district: String, _ county: String, _ country: String
  ) -> String {
    "osgb400000007\(number),http://data.ordnancesurvey.co.uk/id/400000007\(number),\(name),,\(other),,"
      + "\(type),\(kind),\(east),\(north),9000,25000,\(east - 9),\(north - 9),\(east + 9),"
      + "\(north + 9),TN23,http://x/TN23,,,,\(district),http://x,,\(county),http://x,,South East,"
      + "http://x,\(country),http://x,,,\n"
  }

  static let openNames =
    "\u{FEFF}"
    + openNames(
      1, "Ashford", "", "populatedPlace", "Town", 600_900, 142_300, "Ashford", "Kent", "England")
    + openNames(
      2, "Ashford", "", "populatedPlace", "Town", 507_200, 171_200, "Spelthorne", "Surrey",
      "England")
    + openNames(
      3, "Ashford", "", "populatedPlace", "Hamlet", 253_100, 135_300, "North Devon", "Devon",
      "England")
    + openNames(
      4, "Caerdydd", "Cardiff", "populatedPlace", "City", 318_000, 176_400, "",
      "Caerdydd - Cardiff", "Wales")
    + openNames(
      5, "High Street", "", "transportNetwork", "Named Road", 600_000, 142_000, "", "Kent",
      "England")
    + openNames(
      6, "TN23 1AA", "", "other", "Postcode", 600_950, 142_500, "Ashford", "Kent", "England")
    + openNames(7, "Nowhere", "", "populatedPlace", "Hamlet", 0, 0, "", "Kent", "England")

  private static func geoName(
    _ id: Int, _ name: String, _ point: String, _ type: String, _ country: String, _ people: Int
  ) -> String {
    "\(id)\t\(name)\t\(name)\tother,names\t\(point)\t\(type)\tGB\t\t\(country)\tG5\t\t\t\(people)\t\t41\t"
      + "Europe/London\t2024-01-01\n"
  }

  static let geoNames =
    geoName(2_656_994, "Ashford", "51.14648\t0.87376", "P\tPPL", "ENG", 67_528)
    + geoName(2_656_993, "Ashford", "51.06\t-4.06", "P\tPPL", "ENG", 0)
    + geoName(2_635_167, "United Kingdom", "54.75\t-2.69", "A\tPCLI", "00", 66_488_991)
    + geoName(2_643_743, "London", "51.50853\t-0.12574", "P\tPPLC", "ENG", 8_961_989)
    + geoName(3_333_333, "Gone", "52\t-1", "P\tPPLH", "ENG", 0)
    + geoName(3_333_334, "Bad", "99\t-1", "P\tPPL", "ENG", 0)

  static let ownPlaces = """
    Name;Latitude;Longitude;Population;County
    The Office;51,5;-0,1;;Greater London
    Camp (North);57,0;-4,0;12;Highland
    ;50;1;5;Kent
    Far;91;1;5;Kent

    """

  static let ownPostcodes =
    "postcode,lat,lon\nN1 1AA,51.5,-0.1\nN1 1AB,51.6,-0.2\nrubbish,1,2\nN1 1AC,,\n"
  static let outcodes = "outcode,lat,lon\nN1,51.53,-0.1\nZE1,60.15,-1.14\n"
}
