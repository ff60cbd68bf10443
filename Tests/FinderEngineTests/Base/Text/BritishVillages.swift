/// Villages and small towns that are not in the list of places.
enum BritishVillages {
  static let names = text.split(separator: ",").map { name in
    name.split { $0.isWhitespace }.joined(separator: " ")
  }

  private static let text = """
    Abbotsbury, Aberdaron, Aberdour, Aberfoyle, Aberlady, Abersoch, Airton, Alfriston, Allenheads,
    Alnmouth, Alstonefield, Alveston, Amberley, Ampleforth, Applecross, Appledore, Ardfern,
    Ardvasar, Arisaig, Arncliffe, Arnside, Arreton, Arrochar, Ashwell, Askrigg, Avebury, Axmouth,
    Aysgarth, Bainbridge, Balquhidder, Bamburgh, Bampton, Bardsey, Barlaston, Bassenthwaite,
    Beadnell, Beaminster, Beaulieu, Beddgelert, Belford, Bellingham, Berrynarbor, Betley, Bibury,
    Biddenden, Biddulph, Bildeston, Birling, Bishopsbourne, Blakeney, Blanchland, Bodiam, Bolventor,
    Borrowdale, Boscastle, Bosham, Bosherston, Bourton, Bowness, Braemar, Bramber, Branscombe,
    Brassington, Braunton, Bredwardine, Brill, Broadchalke, Brockenhurst, Brockham, Bromyard,
    Buckden, Bucklers Hard, Burnsall, Burwash, Buttermere, Cadgwith, Caldbeck, Carbis Bay, Cark,
    Carlops, Cartmel, Cavendish, Cawsand, Ceres, Chagford, Chalford, Charlestown, Charmouth,
    Chawton, Chiddingstone, Chideock, Chilham, Clare, Cley, Clovelly, Clun, Cockington, Coldingham,
    Colyton, Combe Martin, Coniston, Corfe, Corris, Coverack, Coxwold, Craignure, Crail, Crantock,
    Craster, Crickhowell, Cromarty, Cromford, Croyde, Culross, Cushendall, Cushendun, Dalwhinnie,
    Danby, Dedham, Delamere, Dent, Dervaig, Dirleton, Doddington, Dolwyddelan, Donington, Dornie,
    Drewsteignton, Drymen, Dulverton, Dunkeld, Dunning, Dunster, Durness, Dymchurch, Eardisland,
    Earlsferry, Easingwold, East Bergholt, Edensor, Edzell, Egton, Elgol, Elie, Elterwater, Embsay,
    Ettington, Ewelme, Eyam, Eynsford, Fairford, Falkland, Falstone, Feock, Finchingfield, Finstock,
    Fittleworth, Flamborough, Fochabers, Fordingbridge, Forteviot, Fotheringhay, Framlingham,
    Frampton, Freshwater, Fressingfield, Friston, Gargrave, Garve, Gatehouse, Gisburn, Glamis,
    Glencoe, Glenelg, Glenfinnan, Goathland, Godshill, Gorran Haven, Goudhurst, Grasmere,
    Grassington, Great Tew, Greystoke, Grizedale, Groombridge, Gullane, Gunnerside, Gweek,
    Hambleden, Hambledon, Harlech, Harome, Hartington, Hartland, Hathersage, Hawes, Hawkshead,
    Haworth, Heacham, Helmsdale, Henfield, Heptonstall, Hickling, Honister, Hope Cove, Horning,
    Hovingham, Hubberholme, Hursley, Hurstpierpoint, Hutton le Hole, Ickworth, Ightham, Ilam,
    Inchnadamph, Inverie, Itchen, Ivinghoe, Jervaulx, Kelling, Kelmscott, Kersey, Kettlewell,
    Kilchoan, Kilconquhar, Killin, Kilmartin, Kingsand, Kinlochleven, Kippen, Kirkoswald,
    Kirkwhelpington, Knockin, Lacock, Laggan, Lamberhurst, Langtoft, Lavenham, Laxfield, Leadhills,
    Lealholm, Leintwardine, Levisham, Lindfield, Linton, Lochaline, Lochcarron, Lochinver,
    Long Melford, Longnor, Lostwithiel, Luss, Lustleigh, Lydford, Lympstone, Lynmouth, Lynton,
    Malham, Manorbier, Mappleton, Marazion, Marloes, Masham, Menai Bridge, Mersea, Mevagissey,
    Middleham, Minions, Minster, Moniaive, Monkland, Montacute, Morwenstow, Mousehole, Muker,
    Mullion, Naunton, Nether Stowey, Nevern, Newlyn, Nunney, Oare, Odiham, Offham, Orford,
    Osmotherley, Otterburn, Otterton, Overstrand, Oxwich, Painswick, Parracombe, Pateley, Pembridge,
    Penberth, Penmon, Penshurst, Pittenweem, Plockton, Pluckley, Pockley, Polperro, Polruan,
    Poolewe, Porlock, Port Isaac, Portmeirion, Portscatho, Portsoy, Prestbury, Ravenglass, Reedham,
    Reeth, Rhossili, Ripley, Robin Hoods Bay, Rodmell, Rosedale, Rothbury, Rottingdean, Rowardennan,
    Saltaire, Sandsend, Sawrey, Saxmundham, Seahouses, Seatoller, Sedbergh, Selworthy, Semer,
    Shaldon, Shere, Shieldaig, Skelwith, Slaidburn, Slapton, Smarden, Snape, Snettisham, Solva,
    Sonning, Staithes, Stanhope, Starbotton, Steyning, Sticklepath, Stogumber, Stokesay, Strontian,
    Sturminster, Swaledale, Symonds Yat, Tarbert, Thaxted, Thixendale, Thornham, Threlkeld,
    Tintagel, Tintern, Tolpuddle, Tomintoul, Tongue, Torridon, Trebetherick, Tresaith, Troutbeck,
    Turville, Uffington, Ulpha, Uppingham, Veryan, Walberswick, Wansford, Wasdale, Watendlath,
    Weobley, Weybourne, Whalley, Wherwell, Whitchurch Canonicorum, Widecombe, Winchcombe,
    Winchelsea, Wingham, Winster, Withypool, Woodbastwick, Woolsthorpe, Wootton, Wray, Wroxham,
    Yalding, Yarmouth, Youlgreave, Ystrad, Zennor
    """
}
