"""One of the programs that draw maps, with the same venues: `drawing.py NAME DATASET`.

For each line on standard input it draws once, and prints the seconds that took and the bytes that came of it.
Reading the dataset and importing are not part of that; how long the import took is the first line.
"""
import io
import json
import sys
import time


def plotext():
    import plotext

    def draw(lons, lats):
        plotext.clear_figure()
        plotext.plotsize(160, 50)
        plotext.scatter(lons, lats, marker="braille")
        return plotext.build().encode()
    return draw


def drawille():
    import drawille

    def draw(lons, lats):
        west, east, south, north = min(lons), max(lons), min(lats), max(lats)
        canvas = drawille.Canvas()
        across, along = 319 / (east - west), 199 / (north - south)
        for lon, lat in zip(lons, lats):
            canvas.set((lon - west) * across, (north - lat) * along)
        return canvas.frame().encode()
    return draw


def datashader():
    import datashader
    import pandas
    from datashader import transfer_functions

    def draw(lons, lats):
        frame = pandas.DataFrame({"x": lons, "y": lats})
        grid = datashader.Canvas(plot_width=1024, plot_height=1024).points(frame, "x", "y")
        return transfer_functions.shade(grid, how="log").to_bytesio("png").getvalue()
    return draw


def folium():
    import folium
    from folium import plugins

    def draw(lons, lats):
        page = folium.Map(location=[54, -2.5], zoom_start=6)
        plugins.FastMarkerCluster(list(zip(lats, lons))).add_to(page)
        made = io.BytesIO()
        page.save(made, close_file=False)
        return made.getvalue()
    return draw


def main():
    started = time.perf_counter()
    draw = globals()[sys.argv[1]]()
    imported = time.perf_counter() - started
    with open(sys.argv[2], encoding="utf-8") as file:
        places = [feature["geometry"]["coordinates"] for feature in json.load(file)["features"]]
    lons, lats = [place[0] for place in places], [place[1] for place in places]
    draw(lons, lats)
    print(imported, flush=True)
    for _ in sys.stdin:
        started = time.perf_counter()
        made = draw(lons, lats)
        print(time.perf_counter() - started, len(made), flush=True)


main()
