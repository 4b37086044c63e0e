"""The page can be installed, and opens while its server is out of reach."""

import json
import re
import urllib.request

from browser.conftest import NewPage
from browser.kit import Server
from playwright.sync_api import expect


def test_the_page_opens_again_without_the_server(server: Server, new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    page.goto(server.address)
    expect(page.get_by_role("heading", name="Dragon Dune").first).to_be_visible()
    page.wait_for_function("() => navigator.serviceWorker.ready.then((it) => !!it.active)")
    page.wait_for_function("() => !!navigator.serviceWorker.controller")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Dragon Dune").first).to_be_visible()
    # Chromium may go on saying that it is online while nothing gets through.
    silence = page.get_by_text(re.compile("You are offline|The server is not responding"))
    expect(silence).to_be_visible()
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    expect(silence).to_have_count(0)


def test_nothing_of_a_table_is_kept_on_the_device(server: Server, new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    page.goto(server.address)
    page.wait_for_function("() => !!navigator.serviceWorker.controller")
    page.evaluate("() => fetch('/api/tables')")
    page.evaluate("() => fetch('/api/lessons')")
    kept = page.evaluate(
        """async () => {
          const names = await caches.keys();
          const all = await Promise.all(names.map(async (n) => (await caches.open(n)).keys()));
          return all.flat().map((request) => new URL(request.url).pathname);
        }"""
    )
    assert "/api/lessons" in kept
    assert not [path for path in kept if path.startswith("/api/tables")]


def test_the_manifest_names_icons_that_are_there(server: Server) -> None:
    with urllib.request.urlopen(f"{server.address}/manifest.webmanifest") as answer:
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest = json.load(answer)
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        with urllib.request.urlopen(server.address + icon["src"]) as answer:
            assert answer.headers["content-type"].startswith(icon["type"])
