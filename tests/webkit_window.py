"""A WebKitGTK window with one page and no toolbars: `python3 webkit_window.py URL WIDTH HEIGHT`.

It stores nothing. It runs in Debian's own Python, which has the bindings, so it imports nothing else.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

url, width, height = sys.argv[1], *map(int, sys.argv[2:])
page = WebKit2.WebView.new_with_context(WebKit2.WebContext.new_ephemeral())
page.get_settings().set_enable_developer_extras(True)  # required by its inspector, and so by Playwright
page.get_settings().set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
page.load_uri(url)
window = Gtk.Window(default_width=width, default_height=height, decorated=False)
window.add(page)
window.show_all()
Gtk.main()
