"""Files for the gazetteer in the forms in which they are published, made up: the same at every run.

Postcodes are those of units that could be, spread over the areas and around the towns of Data/places.csv.
"""
import csv
import os
import random
import zipfile

import lib

UNIT = "ABDEFGHJLNPQRSTUWXYZ"
ENDINGS = [first + second for first in UNIT for second in UNIT]
FAR = ("BT", "IV", "ZE", "KW", "HS")


def towns():
    with open(os.path.join(lib.ROOT, "Data", "places.csv")) as file:
        return [row for row in csv.DictReader(file) if row["postcode_area"] not in ("", *FAR)]


def grid(town, east=0, north=0):
    """Not a projection: near enough to be in Great Britain, which is all that matters here."""
    return int(400000 + (float(town["lon"]) + 2) * 68000) + east, int((float(town["lat"]) - 49.05) * 111300 - 83000) + north


def postcodes(count):
    """Whole sectors, area by area: the text, easting, northing."""
    areas = {}
    for town in towns():
        areas.setdefault(town["postcode_area"], []).append(town)
    each = count // len(areas) + 1
    made = 0
    for area, places in sorted(areas.items()):
        have = 0
        for number in range(10 * 98):
            east, north = grid(places[number % len(places)], number * 613 % 18000 - 9000, number * 997 % 18000 - 9000)
            start = f"{area}{number // 10 + 1} {number % 10}"
            for unit in range(min(100 + number * 7 % 150, each - have, count - made)):
                yield start + ENDINGS[unit * 7 % 400], east + unit * 31 % 900, north + unit * 17 % 900
                have += 1
                made += 1


def directory(path, count):
    """ONSPD's columns, of which finder uses eight; every tenth postcode was taken out of use."""
    with open(path, "w") as file:
        file.write("pcd,pcd2,pcds,dointr,doterm,usertype,oseast1m,osnrth1m,osgrdind,ctry,lat,long\r\n")
        file.writelines(
            f'"{text.replace(" ", ""):7}","{text}","{text}","198001","{"201206" if number % 10 == 0 else ""}","0",{east},{north},"1","E92000001",99.999999,0.000000\r\n'
            for number, (text, east, north) in enumerate(postcodes(count)))


def code_point_open(path, count):
    by_area = {}
    for text, east, north in postcodes(count):
        # Seven characters, as the Survey writes them: the space goes where there is room.
        outward, inward = text.split()
        by_area.setdefault(outward.rstrip("0123456789"), []).append(f'"{outward:4}{inward}",10,{east},{north},"E92000001","E19000001","E18000001","","E07000001","E05000001"\r\n')
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("Doc/licence.txt", "Terms of use.\n")
        archive.writestr("Doc/Code-Point_Open_Column_Headers.csv", "PC,PQ,EA,NO,CY,RH,LH,CC,DC,WC\nPostcode,Positional_quality_indicator,Eastings,Northings,Country_code,NHS_regional_HA_code,NHS_HA_code,Admin_county_code,Admin_district_code,Admin_ward_code\n")
        for area, rows in by_area.items():
            archive.writestr(f"Data/CSV/{area.lower()}.csv", "".join(rows))


KINDS = ["City"] + ["Town"] * 15 + ["Village"] * 150 + ["Hamlet"] * 200 + ["Suburban Area"] * 80 + ["Other Settlement"] * 60
BEFORE = ["", "", "East ", "Great ", "Little ", "North "]
FIRST = ["Ash", "Brad", "Chip", "Dun", "Elm", "Farn", "Glen", "Hal", "Ings", "Kil", "Lang", "Mel", "Nor", "Oak", "Pen", "Rad", "Stan", "Thorn", "Up", "Wal"]
SECOND = ["ford", "ton", "ham", "bury", "ley", "wick", "by", "worth", "combe", "dale", "field", "mouth", "stead", "thorpe"]
THIRD = ["", "", "", " St Mary", " Magna", " Parva", "-on-Sea", " upon Trent", " under Edge", " Green", " End"]


def open_names(path, count):
    """As many places, and a road after each, which is none."""
    chance = random.Random(1)
    near = towns()

    def row(number, name, type, kind, east, north, county):
        cells = [f"osgb{number:013}", f"http://data.ordnancesurvey.co.uk/id/{number:013}", name, "", "", "", type, kind, east, north, 9000, 25000,
                 east - 500, north - 500, east + 500, north + 500, "AB10", "", "", "", "", "", "", "", county, "", "", "South East", "", "England", "", "", "", ""]
        return ",".join(map(str, cells)) + "\r\n"
    tables = {}
    for number in range(count):
        town = chance.choice(near)
        name = chance.choice(BEFORE) + chance.choice(FIRST) + chance.choice(SECOND) + chance.choice(THIRD)
        east, north = grid(town, chance.randint(-9000, 9000), chance.randint(-9000, 9000))
        table = tables.setdefault(f"Data/TQ{number % 40:02}.csv", [])
        table.append(row(2 * number, name, "populatedPlace", chance.choice(KINDS), east, north, town["county"]))
        table.append(row(2 * number + 1, "High Street", "transportNetwork", "Named Road", east, north, town["county"]))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("Doc/OS_Open_Names_Header.csv", "ID,NAMES_URI,NAME1,NAME1_LANG,NAME2,NAME2_LANG,TYPE,LOCAL_TYPE,GEOMETRY_X,GEOMETRY_Y\r\n")
        for name, rows in tables.items():
            archive.writestr(name, "\ufeff" + "".join(rows))
