# SPDX-License-Identifier: Apache-2.0
"""A service, brokers and servers for tests of keybridge-forward, and the program itself."""

import base64
import contextlib
import http.server
import json
import os
import pathlib
import shlex
import shutil
import signal
import socket
import socketserver
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
import uuid

import paho.mqtt.client as paho
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

PROJECT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("FORWARD", str(PROJECT / ".build" / "forward" / "keybridge-forward"))
# The command that runs the program if it is for another processor: Packaging/arm64/arm64.mk
RUNNER = shlex.split(os.environ.get("RUNNER", ""))
COMMAND = [*RUNNER, PROGRAM]
BROKER = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/sbin:/bin") or "mosquitto"
# A machine with other work takes long, and a test that waits in vain fails in any case.
LIMIT = 60
# So that no proxy of the machine is used.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}


def wait(condition, seconds=LIMIT, interval=0.005, explain=lambda: ""):
    """Waits until a condition is true, and returns its value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"it did not happen in {seconds} s {explain()}")
        time.sleep(interval)


def free_port():
    """A port of the loopback that no server has."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def scan(text="4006381333931", device="Zebra", **members):
    """The members of a scan, except its number."""
    return {"id": str(uuid.uuid4()), "time": "2026-11-28T00:30:12.123456Z", "kind": "scan",
            "device": {"name": device, "id": "05e0:1200", "path": "usb-0000:00:14.0-2/input0"},
            "text": text, "complete": True, "symbology": "]C1", **members}


def command(name="call-staff", title="Call Staff", **members):
    """The members of a command, except its number."""
    return {"id": str(uuid.uuid4()), "time": "2026-11-28T00:30:12.123456Z", "kind": "command", "command": name, "title": title,
            "device": {"name": "Keypad", "id": "1234:5678", "path": "usb-0000:00:14.0-3/input0"}, **members}


class Service:
    """A service that owes items to one receiver, as the real one does: at most 64 are not acknowledged, and an item is sent
    again after each connection until it is."""

    WINDOW = 64

    def __init__(self, path):
        self.path = path
        self.lock = threading.RLock()
        self.items, self.number, self.through, self.sent = [], 0, 0, 0
        self.requests, self.refusal, self.acknowledges = [], None, True
        self.listener = self.connection = None
        self.is_receiving = False
        self.start()

    def start(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.serve, args=(self.listener,), daemon=True).start()

    def stop(self):
        """Ends as a killed service does; what it owes is kept."""
        with self.lock:
            os.unlink(self.path)
            self.listener.close()
            self.drop()

    def drop(self):
        """Closes the connection."""
        with self.lock:
            connection, self.connection, self.is_receiving = self.connection, None, False
            if connection is not None:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
                connection.close()

    def serve(self, listener):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with self.lock:
                    self.drop()
                    self.connection = connection
                threading.Thread(target=self.read, args=(connection,), daemon=True).start()

    def read(self, connection):
        with contextlib.suppress(OSError, ValueError):
            for line in connection.makefile("rb"):
                message = json.loads(line)
                with self.lock:
                    if connection is not self.connection:
                        return
                    self.requests.append(message)
                    self.answer(message)

    def answer(self, message):
        method, params = message["method"], message.get("params", {})
        result = {}
        if method == "hello":
            self.is_receiving = False
            result = {"resumed": False, "token": "t", "features": {}, "snapshot": {"containers": []}}
        if method == "delivery.receive":
            if self.refusal:
                self.write({"id": message["id"], "error": {"code": -32001, "message": "refused", "data": {"name": self.refusal}}})
                return
            self.is_receiving, self.sent = True, self.through
            result = {"through": self.through, "owed": len(self.items), "dropped": 0}
        self.write({"id": message["id"], "result": result})
        if method == "delivery.ack" and self.acknowledges:
            self.through = max(self.through, params["through"])
            self.items = [item for item in self.items if item["number"] > self.through]
        self.send_owed()

    def send_owed(self):
        if not self.is_receiving:
            return
        for item in self.items[:self.WINDOW]:
            if self.sent < item["number"]:
                self.sent = item["number"]
                self.write({"method": "delivery.item", "params": item})

    def write(self, message):
        with contextlib.suppress(OSError, AttributeError):
            self.connection.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def owe(self, *items):
        """Adds items to what is owed; returns their identifiers."""
        with self.lock:
            for item in items:
                self.number += 1
                self.items.append({"number": self.number, **item})
            self.send_owed()
        return [item["id"] for item in items]

    def notify(self, method, **params):
        with self.lock:
            self.write({"method": method, "params": params})

    def is_done(self):
        """Whether everything is acknowledged."""
        with self.lock:
            return not self.items


class Server:
    """A server of HTTP that answers each request as a test says."""

    def __init__(self, answers=(), context=None, port=0):
        self.requests, self.lock = [], threading.Lock()
        # An answer is a status, or a function of the handler. The last one is repeated.
        self.answers = list(answers) or [200]
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with outer.lock:
                    outer.requests.append({"path": self.path, "headers": self.headers, "body": body,
                                           "json": json.loads(body), "connection": self.client_address, "time": time.monotonic()})
                    answer = outer.answers.pop(0) if len(outer.answers) > 1 else outer.answers[0]
                if callable(answer):
                    answer(self)
                else:
                    respond(self, answer)

            def log_message(self, *_):
                pass

        class Listener(socketserver.ThreadingTCPServer):
            allow_reuse_address, daemon_threads = True, True

            def handle_error(self, *_):
                pass

        self.server = Listener(("127.0.0.1", port), Handler)
        if context:
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def ids(self):
        with self.lock:
            return [request["json"]["id"] for request in self.requests]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def respond(handler, status, headers=(), body=b""):
    handler.send_response(status)
    for name, value in headers:
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


class Broker:
    """Debian's mosquitto on loopback. With `persistent`, it saves each change before it is killed."""

    def __init__(self, folder, port=None, lines=(), persistent=False):
        self.port = port or free_port()
        self.folder = pathlib.Path(folder)
        self.configuration = self.folder / f"mosquitto-{self.port}.conf"
        data = self.folder / f"data-{self.port}"
        data.mkdir(exist_ok=True)
        kept = ["persistence true", f"persistence_location {data}/", "autosave_on_changes true", "autosave_interval 1"]
        text = "\n".join([f"listener {self.port} 127.0.0.1", "max_queued_messages 0", "set_tcp_nodelay true", "user root",
                          *(kept if persistent else ["persistence false"]),
                          *(lines if any(line.startswith(("allow_anonymous", "password_file")) for line in lines)
                            else ["allow_anonymous true", *lines])]) + "\n"
        self.configuration.write_text(text)
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen([BROKER, "-c", self.configuration], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait(self.listens, explain=lambda: self.process.stderr.read() if self.process.poll() is not None else "")

    def listens(self):
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def close(self):
        if self.process.poll() is None:
            self.kill()


class Subscriber:
    """A client with a session of its own, which collects messages."""

    def __init__(self, port, topic="#", name=None, qos=1):
        self.messages, self.lock = [], threading.Lock()
        self.client = paho.Client(client_id=name or f"test-{uuid.uuid4()}", protocol=paho.MQTTv5)
        self.client.reconnect_delay_set(1, 1)
        self.subscribed = threading.Event()
        properties = Properties(PacketTypes.CONNECT)
        properties.SessionExpiryInterval = 1000
        self.client.on_connect = lambda client, *_: client.subscribe(topic, qos=qos)
        self.client.on_subscribe = lambda *_: self.subscribed.set()
        self.client.on_message = self.receive
        self.client.connect("127.0.0.1", port, clean_start=False, properties=properties)
        self.client.loop_start()
        if not self.subscribed.wait(LIMIT):
            raise AssertionError("the broker does not accept the subscriber")

    def receive(self, _, __, message):
        with self.lock:
            self.messages.append(message)

    def items(self):
        """The objects of the items."""
        with self.lock:
            return [json.loads(message.payload) for message in self.messages
                    if b'"kind":' in message.payload]

    def ids(self):
        return [item["id"] for item in self.items()]

    def last(self, topic):
        """The last payload of a topic as a text; None for none."""
        with self.lock:
            return next((message.payload.decode() for message in reversed(self.messages) if message.topic == topic), None)

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()


def firsts(ids):
    """The identifiers in the order in which each was seen first."""
    return list(dict.fromkeys(ids))


class Authority:
    """A test authority and its certificates, made with openssl."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.certificate = self.folder / "authority.pem"
        self.key = self.folder / "authority.key"
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                     "-subj", "/CN=Test authority", "-keyout", self.key, "-out", self.certificate)

    def openssl(self, *words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)

    def issue(self, name, names="DNS:localhost,IP:127.0.0.1", expired=False):
        """Returns the files of a certificate and its key."""
        key, request, certificate = (self.folder / f"{name}.{suffix}" for suffix in ("key", "csr", "pem"))
        extensions = self.folder / f"{name}.ext"
        extensions.write_text(f"subjectAltName={names}\n")
        self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}",
                     "-keyout", key, "-out", request)
        # A negative number of days ends in the past.
        self.openssl("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self.key, "-CAcreateserial",
                     "-days", "-1" if expired else "2", "-extfile", extensions, "-out", certificate)
        os.chmod(key, 0o600)
        return certificate, key

    def context(self, certificate, key):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        return context


def key_line(seed=b"k"):
    """A line with a key of Standard Webhooks, and the key."""
    key = (seed * 32)[:32]
    return "whsec_" + base64.b64encode(key).decode(), key


class Case(unittest.TestCase):
    """A test with a folder, a service, and the program with settings of its own."""

    process = None

    def setUp(self):
        # A part of a test that has failed may have left one.
        self.end()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.settings = self.folder / "forward.yaml"
        self.process = None
        self.service = Service(str(self.folder / "keybridge.sock"))
        self.addCleanup(self.service.drop)
        self.addCleanup(self.service.listener.close)
        self.addCleanup(self.end)

    def write(self, targets, rules="", top=""):
        """Writes the settings; `targets` is the text after `targets:`."""
        self.settings.write_text(
            f"socket: {self.service.path}\nspool: {self.folder}/spool.db\ncontrol: {self.folder}/control.sock\nhost: till-7\n"
            f"{top}\n" + (f"rules:\n{rules}\n" if rules else "") + f"targets:\n{targets}\n")

    def secret(self, name, text, mode=0o600):
        path = self.folder / name
        path.write_text(text)
        path.chmod(mode)
        return path

    def start(self, wrapper=(), waits=True, **environment):
        self.log = open(self.folder / "log", "ab")
        self.addCleanup(self.log.close)
        self.process = subprocess.Popen([*wrapper, *COMMAND, "run", "--config", self.settings], stderr=self.log, stdout=self.log,
                                        env={**ENVIRONMENT, **environment})
        if waits:
            wait(lambda: self.process.poll() is not None or self.answers(), explain=self.logged)
        return self.process

    def answers(self):
        """Whether the program listens."""
        with socket.socket(socket.AF_UNIX) as one:
            return one.connect_ex(str(self.folder / "control.sock")) == 0

    def end(self):
        """Ends the program, and checks that it ends without an error."""
        if self.process is None:
            return None
        process, self.process = self.process, None
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            return process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError("the program does not end") from None

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process = None

    def logged(self):
        return (self.folder / "log").read_text() if (self.folder / "log").exists() else ""

    def reload(self, words="the settings were read again"):
        before = self.logged().count(words)
        self.process.send_signal(signal.SIGHUP)
        self.wait(lambda: self.logged().count(words) > before)

    def call(self, *words, check=True):
        """Runs a command for the running program; returns its output."""
        result = subprocess.run([*COMMAND, *map(str, words), "--control", self.folder / "control.sock"], capture_output=True,
                                text=True, timeout=LIMIT, check=False, env=ENVIRONMENT)
        if check and result.returncode:
            raise AssertionError(result.stderr + self.logged())
        return result.stdout if check else result

    def status(self, target=None):
        """The state of a target, or everything. A target that a reload replaces is missing until its thread has ended."""
        def read():
            return json.loads(self.call("status", "--format", "json"))
        if target is None:
            return read()
        return self.wait(lambda: next((one for one in read()["targets"] if one["name"] == target), None))

    def wait(self, condition, **options):
        return wait(condition, explain=lambda: f"\nlog:\n{self.logged()[-3000:]}", **options)

    def wait_state(self, target, state):
        return self.wait(lambda: (status := self.status(target))["state"] == state and status, interval=0.05)

    def server(self, *answers, **options):
        server = Server(answers, **options)
        self.addCleanup(server.close)
        return server

    def broker(self, **options):
        broker = Broker(self.folder, **options)
        self.addCleanup(broker.close)
        return broker

    def subscriber(self, broker, **options):
        subscriber = Subscriber(broker.port, **options)
        self.addCleanup(subscriber.close)
        return subscriber
