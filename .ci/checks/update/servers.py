"""A real nginx, and a small origin behind it for what no server does by itself."""
import os
import pathlib
import socket
import subprocess
import threading
import time

import lib


class Origin(threading.Thread):
    """Answers as no proper server would: by the path."""

    def __init__(self, body):
        super().__init__(daemon=True)
        self.body = body
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.start()

    def run(self):
        while True:
            connection, _ = self.socket.accept()
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        with connection:
            request = connection.recv(65536).decode()
            path = request.split(" ")[1]
            lengths = {"/cut": len(self.body), "/long": len(self.body) + 1000, "/short": len(self.body) - 1000}
            sent = self.body[: len(self.body) // 2] if path == "/cut" else self.body
            connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {lengths[path]}\r\nConnection: close\r\n\r\n".encode() + sent)
            connection.shutdown(socket.SHUT_WR)
            connection.recv(1)


SETTINGS = """
    {user} worker_processes 1; pid {folder}/pid; error_log {folder}/error.log; daemon off;
    events {{ worker_connections 64; }}
    http {{
      {temporary} access_log {folder}/access.log; default_type application/octet-stream;
      server {{
        listen 127.0.0.1:{port}; root {folder}/www;
        location /drip/ {{ alias {folder}/www/; limit_rate 2k; }}
        location /trickle/ {{ alias {folder}/www/; limit_rate 500; }}
        location /slow/ {{ alias {folder}/www/; limit_rate 200k; }}
        location /500 {{ return 500; }}
        location /moved {{ return 301 /venues.geojson.gz; }}
        location /round {{ return 302 /round; }}
        location /away {{ return 302 ftp://127.0.0.1/x; }}
        location /html {{ default_type text/html; return 200 '<!DOCTYPE html><html><body>Sorry</body></html>'; }}
        location ~ ^/(cut|long|short)$ {{ proxy_pass http://127.0.0.1:{origin}; proxy_buffering off; }}
      }}
    }}"""


class Nginx:
    """On a port and in a folder of its own."""

    def __init__(self, folder, origin):
        self.folder, self.moment = pathlib.Path(folder), 1_600_000_000
        (self.folder / "www").mkdir(parents=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        user = "user root;" if os.geteuid() == 0 else ""
        temporary = "".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        settings = self.folder / "nginx.conf"
        settings.write_text(SETTINGS.format(user=user, temporary=temporary, folder=self.folder, port=self.port, origin=origin.port))
        self.process = subprocess.Popen(["nginx", "-p", str(self.folder), "-c", str(settings)], stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        lib.fail(f"nginx does not start: {(self.folder / 'error.log').read_text()}")

    def serve(self, content, name="venues.geojson.gz"):
        """Another inode and another time, as a new edition has."""
        path = self.folder / "www" / name
        path.with_suffix(".new").write_bytes(content)
        self.moment += 60
        os.utime(path.with_suffix(".new"), (self.moment, self.moment))
        path.with_suffix(".new").rename(path)
        return path

    def url(self, path="venues.geojson.gz"):
        return f"http://127.0.0.1:{self.port}/{path}"

    def short(self, words):
        return words.replace(self.url(""), "…/").replace(f"127.0.0.1:{self.port}", "…")

    def workers(self):
        return [int(child) for child in pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]

    def last_status(self):
        return (self.folder / "access.log").read_text().splitlines()[-1].split('" ')[1].split(" ")[0]

    def stop(self):
        self.process.terminate()
        self.process.wait()
