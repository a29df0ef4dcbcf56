"""A service that does what a test tells it to, connection by connection, over plain sockets."""

from __future__ import annotations

import base64
import hashlib
import json
import socket
import ssl
import struct
import sys
import threading
from collections import deque
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "python"))

from tidemark import Clock, Tidemark  # noqa: E402

BTC = "f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f"
FIRST = datetime(2026, 3, 1, 12, 0, tzinfo=timezone.utc)


def tick(number: int, index_id: str = BTC) -> dict[str, Any]:
    """The tick of a slot, as the service sends it."""
    return {
        "id": f"00000000-0000-4000-8000-{number:012d}",
        "indexId": index_id,
        "indexType": "GWA",
        "price": f"{number}.000000000000000001",
        "volume": "1",
        "timestamp": at(number),
    }


def at(number: int) -> str:
    return (FIRST + timedelta(seconds=30 * number)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


class FakeClock(Clock):
    """Waits take no time, and are noted."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.waits: list[float] = []

    def monotonic(self) -> float:
        return self.seconds

    def wait(self, seconds: float, stopped: threading.Event) -> None:
        self.waits.append(seconds)
        self.seconds += seconds


class Request(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Peer:
    """One connection of a client."""

    def __init__(self, opened: socket.socket) -> None:
        self.socket = opened
        self.reader = opened.makefile("rb")

    def request(self) -> Optional[Request]:
        line = self.reader.readline().decode().split()
        if len(line) < 2:
            return None
        headers: dict[str, str] = {}
        while (header := self.reader.readline().decode().strip()) != "":
            name, _, value = header.partition(":")
            headers[name.lower()] = value.strip()
        body = self.reader.read(int(headers.get("content-length", 0)))
        return Request(line[0], line[1], headers, body)

    def answer(self, status: int, body: object, length: Optional[int] = None, **headers: str) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        head = {"Content-Length": str(len(data) if length is None else length), "Connection": "close"}
        head.update({name.replace("_", "-"): value for name, value in headers.items()})
        lines = [f"HTTP/1.1 {status} X", *(f"{name}: {value}" for name, value in head.items())]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode() + data)

    # As a websocket

    def shake_hands(self, request: Request) -> None:
        key = request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        head = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
        self.socket.sendall(f"HTTP/1.1 101 Switching Protocols\r\n{head}".encode())

    def frame(self, opcode: int, payload: bytes, last: bool = True) -> None:
        length = len(payload)
        size = bytes([length]) if length < 126 else b"\x7e" + struct.pack("!H", length)
        self.socket.sendall(bytes([(0x80 if last else 0) | opcode]) + size + payload)

    def say(self, event: str, **members: Any) -> None:
        self.frame(1, json.dumps({"event": event, **members}).encode())

    def ticks(self, *numbers: int) -> None:
        for number in numbers:
            self.say("INDEX_TICKER", **tick(number))

    def receive(self) -> tuple[int, bytes]:
        """Opcode and payload of the next frame; 8 where the client is gone."""
        head = self.reader.read(2)
        if len(head) < 2:
            return 8, b""
        length = head[1] & 0x7F
        if length == 126:
            (length,) = struct.unpack("!H", self.reader.read(2))
        assert head[1] & 0x80, "a client masks its frames"
        mask = self.reader.read(4)
        return head[0] & 0x0F, bytes(byte ^ mask[i % 4] for i, byte in enumerate(self.reader.read(length)))

    def subscription(self) -> dict[str, Any]:
        opcode, payload = self.receive()
        assert opcode == 1, f"a text was expected, not a frame of kind {opcode}"
        message: dict[str, Any] = json.loads(payload)
        assert message["event"] == "SUBSCRIBE_INDEX_TICKER"
        return message

    def confirm(self, message: dict[str, Any]) -> None:
        self.say("SUBSCRIBED_INDEX_TICKER", indexId=message["indexId"], requestId=message["requestId"])

    def accept(self) -> dict[str, Any]:
        """Says that it is connected, and takes one subscription."""
        self.say("CONNECTED", timestamp=at(0))
        message = self.subscription()
        self.confirm(message)
        return message

    def end(self, code: int, reason: str = "") -> None:
        """Closes, and waits until the client has read it: a connection that is cut would take it along."""
        self.frame(8, struct.pack("!H", code) + reason.encode())
        while self.receive()[0] != 8:
            pass

    def hold(self) -> None:
        """Until the client leaves."""
        while self.receive()[0] != 8:
            pass


Behaviour = Callable[[Peer, Request], None]


def say(status: int, body: object, **more: Any) -> Behaviour:
    return lambda peer, _: peer.answer(status, body, **more)


def cut(peer: Peer, _: Request) -> None:
    """Ends the connection without an answer."""


def sending(*numbers: int) -> Callable[[Peer], None]:
    """Takes one subscription, sends these ticks, and stays."""

    def behave(peer: Peer) -> None:
        peer.accept()
        peer.ticks(*numbers)
        peer.hold()

    return behave


class Service:
    """Listens on loopback.

    What it does next is taken from `tokens`, `rest`, `handshakes` and `streams`, in turn. Where nothing is left, it
    gives a token, answers with a tick, or holds the connection.
    """

    def __init__(self, context: Optional[ssl.SSLContext] = None) -> None:
        self.tokens: deque[Behaviour] = deque()
        self.rest: deque[Behaviour] = deque()
        self.streams: deque[Callable[[Peer], None]] = deque()
        self.handshakes: deque[Behaviour] = deque()
        self.requests: list[Request] = []
        self.tokens_given = 0
        self.expires_in = 86_400
        #: What went wrong in its own threads: a test fails with it.
        self.failures: list[BaseException] = []
        self._lock = threading.Lock()
        self._context = context
        self._peers: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http{'s' if context else ''}://127.0.0.1:{self._listener.getsockname()[1]}"
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def client(self, **options: Any) -> Tidemark:
        return Tidemark(self.url, "demo", "secret-of-demo", **{"clock": FakeClock(), "timeout": 10, **options})

    def asked(self, prefix: str = "/v3/") -> list[Request]:
        return [each for each in self.requests if each.path.startswith(prefix) and "oauth" not in each.path]

    def close(self) -> None:
        # Its thread first: it would go on with whichever socket gets the same number next.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listener.close()
        for each in self._peers:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It has ended before.
        if self.failures:
            raise self.failures[0]

    def _accept(self) -> None:
        while True:
            try:
                opened, _ = self._listener.accept()
            except OSError:
                return  # It was closed.
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._peers.append(opened)
            threading.Thread(target=self._serve, args=(opened,), daemon=True).start()

    def _serve(self, opened: socket.socket) -> None:
        try:
            with self._context.wrap_socket(opened, server_side=True) if self._context else opened as secured:
                peer = Peer(secured)
                request = peer.request()
                if request is not None:
                    self._behave(peer, request)
        except OSError:
            pass  # The client has left, as some tests want it to.
        except Exception as error:
            self.failures.append(error)

    def _behave(self, peer: Peer, request: Request) -> None:
        with self._lock:
            self.requests.append(request)
            is_token, is_stream = "oauth" in request.path, "upgrade" in request.headers
            if is_token:
                behave = self.tokens.popleft() if self.tokens else self._give_token
            elif is_stream:
                behave = self.handshakes.popleft() if self.handshakes else self._stream
            else:
                behave = self.rest.popleft() if self.rest else say(200, {"content": [tick(1)]})
        behave(peer, request)

    def _give_token(self, peer: Peer, _: Request) -> None:
        with self._lock:
            self.tokens_given += 1
            token = f"token-{self.tokens_given}"
        peer.answer(200, {"access_token": token, "token_type": "Bearer", "expires_in": self.expires_in})

    def _stream(self, peer: Peer, request: Request) -> None:
        peer.shake_hands(request)
        with self._lock:
            behave = self.streams.popleft() if self.streams else Peer.hold
        behave(peer)
