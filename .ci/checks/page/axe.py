"""axe-core, the rules for pages that people with disabilities can use, out of a wheel."""
import os

import lib

VERSION = "0.1.0"


def script():
    """Its text; `None` where it cannot be had."""
    place = lib.wheel(f"axe-core-python=={VERSION}")
    if place is None:
        return None
    with open(os.path.join(place, "axe_core_python", "axe.min.js"), encoding="utf-8") as file:
        return file.read()


def check(browser, pages, axe):
    faults = []
    phone = {"width": 390, "height": 844, "touch": True}
    for name, page, view in [
        ("light", pages.near, {}), ("dark", pages.near, {"dark": True}), ("phone", pages.near, phone),
        ("food, light", pages.food, {}), ("food, dark", pages.food, {"dark": True}), ("food, phone", pages.food, phone),
    ]:
        tab = browser.open(page, **view)
        tab.settle()
        tab.run(axe + ";0")
        for state, prepare in [
            ("list", ""), ("filter", "i=document.querySelector('.box input');if(i){i.closest('details').open=true;i.click()}"),
            ("search", "i=document.getElementById('search');i.value='cafe';i.dispatchEvent(new Event('input'))"),
            ("details", "document.querySelector('#list button').click()"),
            ("keys", "document.querySelector('#foot summary').click()"),
        ]:
            tab.run(f"(() => {{ let i; {prepare} }})()")
            tab.settle()
            found = tab.run("axe.run({resultTypes: ['violations']}).then((all) => all.violations.map((rule) =>"
                            " rule.id + ' ' + rule.nodes.map((node) => node.html.slice(0, 90)).slice(0, 3).join(' ')))")
            faults += [f"{name}, {state}: {rule}" for rule in found]
        tab.close()
    return faults
