#!/usr/bin/env python3
"""Load on a running service, over loopback: what the specification asks for, and what breaks lesser servers.

    cargo build --release -p quandary --all-features && python3 crates/quandary/benches/service.py [PROGRAM [PART...]]

Starts the release build on a new SQLite file, and prints for each part what was counted: `daily`, `riddles`, `crowds`,
`large`, `slow`, `idle`, or those that are named. Uses `wrk` for the riddle
of the day if it is installed, else connections of its own, which are slower than the service. Ends with 1 when a bar
is missed. Nothing but Python's own library is needed.
"""

import http.client
import json
import os
import re
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "target/release/quandary"
MISSED = []


def bar(name, value, unit, good):
    """Prints a figure, and remembers a bar that is missed."""
    print(f"{name:58} {value:>12} {unit:12} {'' if good else 'MISSED'}", flush=True)
    if not good:
        MISSED.append(name)


def percentile(times, part):
    """The time below which a part of all lie, in milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))] if times else float("nan")


class Service:
    """The program under test."""

    def __init__(self, folder):
        config = os.path.join(folder, "quandary.toml")
        with open(config, "w", encoding="utf-8") as file:
            # All clients here are one: its limit would be what is measured.
            file.write(f'store = "sqlite:{folder}/quandary.db"\n[daily]\nsearch_seconds = 2\n[rate]\nper_minute = 0\n')
        environment = dict(os.environ, RUST_LOG="warn")
        command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--config", config]
        begin = time.monotonic()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.port = int(re.search(r":(\d+)", self.process.stdout.readline()).group(1))
        self.started = time.monotonic() - begin
        while self.ask("GET", "/health/ready")[0] != 200 or b"opening" in self.ask("GET", "/health/ready")[1]:
            time.sleep(0.05)

    def ask(self, method, path, body=None, timeout=30):
        """A request on a connection of its own: the status and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        told = response.status, response.read()
        connection.close()
        return told

    def memory(self):
        """What the process holds, in MiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) // 1024

    def spent(self):
        """How much processor time the process has had, in seconds."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def searching(self):
        """How many threads search at this moment, or would if others did not have the cores."""
        tasks, number = f"/proc/{self.process.pid}/task", 0
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/stat", encoding="utf-8") as file:
                name, _, fields = file.read().partition("(")[2].rpartition(")")
            number += name.startswith("search-") and fields.split()[0] == "R"
        return number

    def health(self, seconds):
        """How long it takes to hear that the process lives, asked again and again."""
        times, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            begin = time.monotonic()
            status, _ = self.ask("GET", "/health/live")
            assert status == 200, status
            times.append(time.monotonic() - begin)
            time.sleep(0.01)
        return times

    def others(self, seconds):
        """How long those wait who ask for something else, one after the other, again and again; and how many threads
        search meanwhile, in the mean."""
        board = ["." * 15] * 7 + ["......caT......"] + ["." * 15] * 7
        moves = json.dumps({"locale": "en_US", "rack": "retains", "limit": 3, "board": board})
        asked = {
            "health": ("GET", "/health/live", None),
            "the riddle of the day": ("GET", "/daily/riddle/en_US/today", None),
            "plays": ("POST", "/moves", moves),
        }
        times, searching, end = {name: [] for name in asked}, [], time.monotonic() + seconds
        while time.monotonic() < end:
            searching.append(self.searching())
            for name, request in asked.items():
                begin = time.monotonic()
                status, _ = self.ask(*request)
                assert status == 200, (name, status)
                times[name].append(time.monotonic() - begin)
            time.sleep(0.01)
        return times, statistics.mean(searching)

    def stop(self):
        """How long it takes to end."""
        begin = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(10)
        return time.monotonic() - begin, code


def daily(service):
    """The riddle of the day, on 64 connections."""
    path = "/daily/riddle/en_US/today"
    assert service.ask("GET", path)[0] == 200
    if not shutil.which("wrk"):
        print("wrk is not installed: the riddle of the day is not measured")
        return
    url = f"http://127.0.0.1:{service.port}{path}"
    told = subprocess.run(["wrk", "-t1", "-c64", "-d10s", "--latency", url], capture_output=True, text=True)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", told.stdout).group(1))
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", told.stdout).groups()
    p99 = float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]
    bar("GET /daily, 64 connections: requests", f"{rate:.0f}", "a second", rate >= 10_000)
    bar("GET /daily, 64 connections: 99 of 100 within", f"{p99:.1f}", "ms", p99 < 20)
    bar("GET /daily: answers other than 200", "0" if "Non-2xx" not in told.stdout else "some", "", "Non-2xx" not in told.stdout)


def riddles(service, clients=32, limit=3, seconds=15):
    """Many who ask for riddles, and what health and the day have to say meanwhile."""
    statuses, late, lock = {}, [], threading.Lock()
    end = time.monotonic() + seconds
    body = json.dumps({"locale": "en_US", "timeLimitSeconds": limit})

    def client():
        while time.monotonic() < end:
            begin = time.monotonic()
            status, _ = service.ask("POST", "/riddle", body)
            took = time.monotonic() - begin
            with lock:
                statuses[status] = statuses.get(status, 0) + 1
                late.append(took - limit)
            if status == 503:
                time.sleep(0.2)

    threads = [threading.Thread(target=client) for _ in range(clients)]
    for thread in threads:
        thread.start()
    times = service.health(seconds - 1)
    for thread in threads:
        thread.join()
    only = set(statuses) <= {200, 503}
    bar(f"{clients} ask for riddles: statuses", str(statuses), "", only and statuses.get(200, 0) > 0)
    bar(f"{clients} ask for riddles: latest answer after its limit", f"{1000 * max(late):.0f}", "ms", max(late) < 1)
    p99 = percentile(times, 0.99)
    bar(f"{clients} ask for riddles: health, 99 of 100 within", f"{p99:.1f}", "ms", p99 < 100)


def crowd(service, number, locale, limit=3, alone=None):
    """Many who ask for a riddle at the same moment: all are to be answered, and each is to have its share.

    Answers with the median rank of the riddles that were found; told beside that of one who asks alone.
    """
    body = json.dumps({"locale": locale, "timeLimitSeconds": limit})
    told, lock, together = [], threading.Lock(), threading.Barrier(number + 1)

    def client():
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        connection.connect()
        together.wait()
        begin = time.monotonic()
        connection.request("POST", "/riddle", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = json.loads(response.read())
        took = time.monotonic() - begin
        connection.close()
        timing = re.search(r"dur=([\d.]+)", response.headers.get("server-timing", "dur=0"))
        attempts = int(response.headers.get("x-attempts", 0))
        with lock:
            told.append((response.status, took, float(timing.group(1)) / 1000, attempts, rank(answer)))

    threads = [threading.Thread(target=client) for _ in range(number)]
    for thread in threads:
        thread.start()
    spent = service.spent()
    together.wait()
    times, searching = service.others(limit - 0.1)
    for thread in threads:
        thread.join()
    spent = service.spent() - spent
    statuses, took, given, attempts, ranks = zip(*told)
    found = [rank for rank in ranks if rank is not None]
    share, middle = statuses.count(200) / number, statistics.median(found) if found else 0
    name = f"{number} × {locale}, {limit} s"
    bar(f"{name}: processor time, load", f"{spent:.1f} s, {os.getloadavg()[0]:.1f}", "", True)
    bar(f"{name}: with status 200", f"{100 * share:.1f}", "%", share >= 0.95 and set(statuses) <= {200, 503})
    bar(f"{name}: latest answer after", f"{max(took):.2f}", "s", max(took) < limit + 0.5)
    bar(f"{name}: median rank, alone", f"{middle:.1f}, {alone or middle:.1f}", "", True)
    bar(f"{name}: attempts, least, median, largest", f"{min(attempts)}, {statistics.median(attempts):.0f}, {max(attempts)}", "", min(attempts) > 0)
    if number == 1:
        # Where others work on the same cores, they have their share of the time.
        bar(f"{name}: search time given, of the limit", f"{max(given) / limit:.2f}", "×", True)
        bar(f"{name}: threads that search, in the mean", f"{searching:.2f}", "", searching > 0.9 * os.cpu_count())
    else:
        uneven = max(given) / (statistics.median(given) or float("nan"))
        bar(f"{name}: search time given, median", f"{1000 * statistics.median(given):.0f}", "ms", True)
        bar(f"{name}: search time given, largest / median", f"{uneven:.2f}", "", uneven <= 3)
    for what, waited in times.items():
        p99, most = percentile(waited, 0.99), 1000 if what == "plays" else 100
        bar(f"{name}: {what}, 99 of 100 within", f"{p99:.1f}", "ms", p99 < most)
    return middle


def rank(answer):
    """How good a riddle is by the profile `design`; none where there is no riddle."""
    if "analysis" not in answer:
        return None
    best, second = answer["analysis"]["bestMoveScore"], answer["analysis"]["secondBestMoveScore"]
    return 1.5 * best + (best - second) + (50 if answer["analysis"]["isBingo"] else 0)


def crowds(service):
    """One, and many at the same moment, in two languages."""
    assert service.ask("GET", "/daily/riddle/en_US/today")[0] == 200
    for locale, numbers in [("en_US", [24, 64, 200]), ("is_IS", [24, 64])]:
        alone = statistics.median(crowd(service, 1, locale) for _ in range(3))
        for number in numbers:
            crowd(service, number, locale, alone=alone)
            # So that none has the leavings of the one before.
            time.sleep(1)


def slow(service, number=300):
    """Clients that send a byte now and then, in heads and in bodies."""
    def trickle(head):
        client = socket.create_connection(("127.0.0.1", service.port))
        client.sendall(head)
        return client

    heads = [trickle(b"GET /health/live HTTP/1.1\r\nHost: x\r\nX: ") for _ in range(number)]
    start = b"POST /moves HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"
    bodies = [trickle(start) for _ in range(number)]
    begin, open_heads, open_bodies = time.monotonic(), set(heads), set(bodies)
    times = []
    while (open_heads or open_bodies) and time.monotonic() - begin < 40:
        for some in (open_heads, open_bodies):
            for client in list(some):
                try:
                    client.sendall(b" ")
                    client.setblocking(False)
                    if client.recv(4096) == b"":
                        some.discard(client)
                    client.setblocking(True)
                except BlockingIOError:
                    client.setblocking(True)
                except OSError:
                    some.discard(client)
        times += service.health(0.3)
    took = time.monotonic() - begin
    left = len(open_heads) + len(open_bodies)
    bar(f"{2 * number} clients that trickle: all cut off after", f"{took:.1f}", "s", left == 0)
    bar(f"{2 * number} clients that trickle: health, 99 of 100 within", f"{percentile(times, 0.99):.1f}", "ms", percentile(times, 0.99) < 100)


def large(service):
    """Bodies that are too large, too deep, or nonsense."""
    deep = b'{"locale": ' + b"[" * 60_000
    for name, body, expect in [
        ("1 MB", b'{"locale": "' + b"x" * (1 << 20) + b'"}', {413}),
        ("60,000 brackets", deep, {400, 422}),
        ("no JSON", b"\xff\x00", {400}),
    ]:
        status, _ = service.ask("POST", "/riddle", body)
        bar(f"a body of {name}: status", str(status), "", status in expect)


def idle(service, number=10_000):
    """Connections that say nothing."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    number = min(number, hard - 100)
    before = service.memory()
    begin = time.monotonic()
    clients = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(number)]
    took = time.monotonic() - begin
    times = service.health(5)
    body = json.dumps({"locale": "en_US", "timeLimitSeconds": 1})
    status, _ = service.ask("POST", "/riddle", body)
    bar(f"{number} idle connections, opened in {took:.1f} s: a riddle", str(status), "", status == 200)
    bar(f"{number} idle connections: health, 99 of 100 within", f"{percentile(times, 0.99):.1f}", "ms", percentile(times, 0.99) < 100)
    bar(f"{number} idle connections: memory", f"{before} to {service.memory()}", "MiB", True)
    for client in clients:
        client.close()


def main():
    """All parts, on one service."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(folder)
        bar("starts, and listens after", f"{service.started:.2f}", "s", service.started < 1)
        try:
            parts = [daily, riddles, crowds, large, slow, idle]
            for part in parts:
                if not sys.argv[2:] or part.__name__ in sys.argv[2:]:
                    part(service)
        finally:
            took, code = service.stop()
        bar("stops on SIGTERM after", f"{took:.2f}", "s", took < 5 and code == 0)
    sys.exit(1 if MISSED else 0)


if __name__ == "__main__":
    main()
