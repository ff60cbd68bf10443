import FinderEngine

/// The join of the real list in another language, with regular expressions and dictionaries.
enum ImportOracle {
  static let script = #"""
    import collections, csv, gzip, json, math, re, sys

    folder, made = sys.argv[1:]
    outcodes = list(csv.DictReader(open(folder + "/outcodes.csv", encoding="utf-8")))
    areas = {re.match("[A-Z]+", row["postcode"])[0] for row in outcodes}
    shape = re.compile(r"([A-Z]{1,2})([0-9]|[1-9][0-9]|[0-9][A-HJ-NP-Z])([0-9][A-Z]{2})")
    pairs = {"O": "0", "I": "1", "0": "O", "1": "I"}

    def read(text):
        """(outward, inward), its own outward code by the space if that is another, or None."""
        words = text.upper().split()
        whole = "".join(words)
        if not re.fullmatch("[0-9A-Z]{5,7}", whole):
            return None
        digit, rest = whole[-3], whole[-2:]
        digit = pairs.get(digit, digit) if not digit.isdigit() else digit
        inward = digit + "".join(pairs.get(c, c) if c.isdigit() else c for c in rest)
        best = {}
        for mask in range(1 << (len(whole) - 3)):
            if any(mask >> i & 1 and c not in pairs for i, c in enumerate(whole[:-3])):
                continue
            outward = "".join(pairs[c] if mask >> i & 1 else c for i, c in enumerate(whole[:-3]))
            match = shape.fullmatch(outward + inward)
            if match and match[1] in areas:
                best.setdefault(bin(mask).count("1"), []).append(outward)
        if not best or len(best[min(best)]) != 1:
            return None
        outward = best[min(best)][0]
        ends = [len("".join(words[:i])) for i in range(1, len(words))]
        other = None
        if ends and len(outward) not in ends:
            match = shape.fullmatch(words[0] + "0AA")
            if match and match[1] in areas:
                other = words[0]
        return outward, inward, other

    def grid(east, north):
        a, b = 6377563.396, 6356256.909
        f0, lat0, lon0 = 0.9996012717, math.radians(49), math.radians(-2)
        e2, n = 1 - b * b / (a * a), (a - b) / (a + b)
        lat, arc = lat0, 0
        while abs(north + 100000 - arc) >= 1e-6:
            lat += (north + 100000 - arc) / (a * f0)
            d, s = lat - lat0, lat + lat0
            arc = b * f0 * ((1 + n + 5 / 4 * n**2 + 5 / 4 * n**3) * d
                - (3 * n + 3 * n * n + 21 / 8 * n**3) * math.sin(d) * math.cos(s)
                + (15 / 8 * n * n + 15 / 8 * n**3) * math.sin(2 * d) * math.cos(2 * s)
                - 35 / 24 * n**3 * math.sin(3 * d) * math.cos(3 * s))
        s, t, d = math.sin(lat), math.tan(lat), east - 400000
        nu, rho = a * f0 / math.sqrt(1 - e2 * s * s), a * f0 * (1 - e2) * (1 - e2 * s * s) ** -1.5
        eta, sec = nu / rho - 1, 1 / math.cos(lat)
        lon = lon0 + sec / nu * d - sec / (6 * nu**3) * (nu / rho + 2 * t * t) * d**3 \
            + sec / (120 * nu**5) * (5 + 28 * t * t + 24 * t**4) * d**5 \
            - sec / (5040 * nu**7) * (61 + 662 * t * t + 1320 * t**4 + 720 * t**6) * d**7
        lat = lat - t / (2 * rho * nu) * d**2 \
            + t / (24 * rho * nu**3) * (5 + 3 * t * t + eta - 9 * t * t * eta) * d**4 \
            - t / (720 * rho * nu**5) * (61 + 90 * t * t + 45 * t**4) * d**6
        nu = a / math.sqrt(1 - e2 * math.sin(lat) ** 2)
        x, y = nu * math.cos(lat) * math.cos(lon), nu * math.cos(lat) * math.sin(lon)
        z = nu * (1 - e2) * math.sin(lat)
        scale = 1 - 20.4894e-6
        rx, ry, rz = (math.radians(v / 3600) for v in (0.1502, 0.2470, 0.8421))
        x, y, z = (446.448 + scale * x - rz * y + ry * z, -125.157 + rz * x + scale * y - rx * z,
            542.060 - ry * x + rx * y + scale * z)
        a, f = 6378137.0, 1 / 298.257223563
        e2, p = f * (2 - f), math.hypot(x, y)
        lat = math.atan2(z, p * (1 - e2))
        for _ in range(10):
            lat = math.atan2(z + e2 * a / math.sqrt(1 - e2 * math.sin(lat) ** 2) * math.sin(lat), p)
        return math.degrees(lat), math.degrees(math.atan2(y, x))

    full, sectors, outs = {}, collections.defaultdict(list), collections.defaultdict(list)
    with gzip.open(folder + "/restaurants-2020-08-05.geojson.gz") as file:
        for feature in json.load(file)["features"]:
            found = read(feature["properties"]["postcode"])
            if not found or found[2]:
                continue
            lon, lat = feature["geometry"]["coordinates"]
            full.setdefault(found[0] + found[1], (lat, lon))
    for key, place in full.items():
        sectors[key[:-2]].append(place)
        outs[key[:-3]].append(place)
    table = {row["postcode"]: grid(float(row["eastings"]), float(row["northings"])) for row in outcodes}

    def middle(places):
        return tuple(sum(p[i] for p in places) / len(places) for i in (0, 1))

    def outward(code):
        places = outs.get(code, [])
        return middle(places) if len(places) > 9 or places and code not in table else table.get(code)

    def place(text):
        found = read(text)
        if not found:
            return None
        out, inward, other = found
        if out + inward in full:
            return "postcode", full[out + inward]
        if other:
            first = middle(sectors[out + inward[0]]) if out + inward[0] in sectors else outward(out)
            second = outward(other)
            if first and second:
                return None
            return ("outcode", second) if second else first and ("sector", first)
        if out + inward[0] in sectors:
            return "sector", middle(sectors[out + inward[0]])
        found = outward(out)
        return found and ("outcode", found)

    with gzip.open(folder + "/hmrc-2020-07-31.csv.gz", "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(made, encoding="utf-8") as file:
        features = iter(json.load(file)["features"])
    agreed = 0
    for row in rows:
        wanted = place(row["Postcode"])
        if not wanted:
            continue
        feature = next(features)
        properties, (lon, lat) = feature["properties"], feature["geometry"]["coordinates"]
        address = ", ".join(row[key].strip() for key in ("Line 1", "Line 2") if row[key].strip())
        same = (
            properties["position_from"] == wanted[0]
            and abs(lat - wanted[1][0]) < 6e-7 and abs(lon - wanted[1][1]) < 6e-7
            and properties.get("name", "") == row["Name"]
            and properties.get("address", "") == address
            and properties.get("town", "") == row["Town"]
            and properties.get("county", "") == row["County"]
            and properties.get("postcode_given", properties["postcode"]) == row["Postcode"])
        if not same:
            print("DIFFER", row, wanted, feature)
        agreed += same
    if next(features, None):
        print("DIFFER: more features")
    print(agreed, "of", len(rows), "as by another program")

    """#
}
