#!/usr/bin/env python3
"""A cat service for one test: every search finds one cat, whose picture is the given file.

    pet_service.py PICTURE PORT_FILE     listens on a port of its own choice until it's ended
"""

import http.server
import json
import sys
from pathlib import Path

PICTURE = Path(sys.argv[1]).read_bytes()


class CatService(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.startswith("/v1/images/search"):
            url = f"http://127.0.0.1:{self.server.server_port}/pictures/one.png"
            body, kind = json.dumps([{"id": "one", "url": url}]).encode(), "application/json"
        else:
            body, kind = PICTURE, "image/png"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), CatService)
Path(sys.argv[2] + ".new").write_text(str(server.server_port))
Path(sys.argv[2] + ".new").rename(sys.argv[2])
server.serve_forever()
