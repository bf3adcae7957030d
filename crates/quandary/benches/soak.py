#!/usr/bin/env python3
"""A running service under mixed load for an hour, killed every few minutes: nothing is lost, doubled or told too early.

    cargo build --release -p quandary --all-features && python3 crates/quandary/benches/soak.py [--minutes 60]

Starts the release build on each store at the same time (SQLite, and a PostgreSQL of its own where `initdb` is
installed), and asks for everything that the service has while an operator makes, approves, replaces and notes riddles
of days to come. Every `--every` minutes it is killed with SIGKILL, started again, and asked for all that it had
acknowledged. Prints a table (Markdown), and ends with 1 if anything was lost, doubled, told too early or answered with
a status that nobody expects, or if memory grew. Nothing but Python's own library is needed.
"""

import argparse
import collections
import datetime
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

KEY = "an-operator-key-for-this-run-only"
LOCALES = ["en_US", "en_GB", "is_IS", "pl_PL"]
BOARD = ["." * 15] * 7 + ["......caT......"] + ["." * 15] * 7
# Within so many seconds a process fills what it remembers (lexicons, searches).
WARM = 120
# Seconds from one look at the memory to the next.
SAMPLED = 2
# Where memory is flat, the second half of a life holds no more than so many times the first.
FLAT = 1.10


class Lost(Exception):
    """The service did not answer: it was killed, or is not there yet."""


class Sqlite:
    """A file."""

    name = "SQLite"

    def __init__(self, folder):
        self.url = f"sqlite:{folder}/quandary.db"

    def stop(self):
        """Nothing runs."""


class Postgres:
    """A server of its own in a temporary folder, on loopback."""

    name = "PostgreSQL"

    def __init__(self, folder):
        data, port = os.path.join(folder, "data"), free_port()
        binaries = [str(path.parent) for path in pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb")]
        initdb = shutil.which("initdb", path=os.pathsep.join([*binaries, os.environ["PATH"]]))
        # PostgreSQL does not run as root.
        user = {"user": "postgres"} if os.geteuid() == 0 else {}
        if user:
            shutil.chown(folder, "postgres")
        subprocess.run([initdb, "-D", data, "-U", "soak", "-A", "trust"], check=True, stdout=subprocess.DEVNULL, cwd="/", **user)
        command = [os.path.join(os.path.dirname(initdb), "postgres"), "-D", data, "-p", str(port), "-k", folder]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd="/", **user)
        self.url = f"postgres://soak@127.0.0.1:{port}/postgres"

    def stop(self):
        """At once."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)


def free_port():
    """A port that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Soak:
    """One service on one store, its clients, and what it has acknowledged."""

    def __init__(self, program, store, folder, seed):
        self.program, self.store, self.folder, self.seed = program, store, folder, seed
        self.port, self.process, self.up = free_port(), None, threading.Event()
        self.over, self.lock = threading.Event(), threading.Lock()
        self.statuses, self.faults, self.lives = collections.Counter(), collections.Counter(), []
        self.cut, self.ready_after, self.memory = 0, [], []
        # Acknowledged: by (locale, date) the revision and the commitment; approvals, notes. Asked for, and not answered.
        self.riddles, self.approved, self.notes, self.open = {}, set(), {}, set()
        self.secrets, self.day = {}, datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        self.asked = 0
        config = os.path.join(folder, "quandary.toml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(f'store = "{store.url}"\n[daily]\nsearch_seconds = 1\n[rate]\nper_minute = 0\n')
        self.config = config

    def fault(self, what):
        """Remembers what must not be."""
        with self.lock:
            self.faults[what] += 1
        print(f"{self.store.name}: {what}", file=sys.stderr, flush=True)

    def start(self):
        """Starts the program, and waits until it is ready."""
        environment = dict(os.environ, RUST_LOG="error", QUANDARY_OPERATOR_KEY=KEY)
        log = open(os.path.join(self.folder, "log"), "a", encoding="utf-8")
        command = [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--config", self.config]
        begin = time.monotonic()
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, env=environment)
        while True:
            try:
                if self.ask("GET", "/health/ready")[0] == 200:
                    break
            except Lost:
                pass
            if (code := self.process.poll()) is not None:
                raise ChildProcessError(f"the program ended with {code}")
            if time.monotonic() - begin > 60:
                raise TimeoutError("not ready after a minute")
            time.sleep(0.05)
        self.ready_after.append(time.monotonic() - begin)
        self.memory = []
        self.up.set()

    def ask(self, method, path, body=None, operator=False):
        """A request on a connection of its own: the status and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Authorization": f"Bearer {KEY}"} if operator else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException) as error:
            raise Lost from error
        finally:
            connection.close()

    # Clients.

    def public(self, number):
        """Somebody who asks for everything that needs no key, again and again."""
        chance = random.Random(f"{self.seed} {number}")
        while not self.over.is_set():
            self.up.wait(1)
            method, path, body, expect, hides = self.request(chance)
            try:
                status, told = self.ask(method, path, body)
            except Lost:
                with self.lock:
                    self.cut += 1
                if self.up.is_set():
                    time.sleep(0.2)
                    if self.up.is_set() and self.process.poll() is not None:
                        self.fault("the service ended by itself")
                        return
                continue
            with self.lock:
                self.asked += 1
                self.statuses[status] += 1
            if status not in expect:
                self.fault(f"{method} {re.sub('[0-9-]{10}', 'DAY', path)}: {status} {told[:200]!r}")
            if hides:
                self.hidden(path, told)
            time.sleep(chance.uniform(0, 0.1))

    def request(self, chance):
        """One of all requests: method, path, body, statuses that are expected, and whether it must hide the answer."""
        locale = chance.choice(LOCALES)
        day = f"/daily/riddle/{locale}/{self.day}"
        busy = {200, 503}
        words = {"is_IS": ["hestur", "tala"], "pl_PL": ["kot", "dom"]}.get(locale, ["cat", "dog"])
        guess = {"square": "H8", "move": chance.choice(words)}
        english = chance.choice(["en_US", "en_GB"])
        level = "#######\n#@.k+*#\n#######"
        kind = chance.randrange(14)
        return [
            ("POST", "/riddle", {"locale": locale, "timeLimitSeconds": 0.2}, busy, False),
            ("GET", day, None, {200}, True),
            ("GET", day, None, {200}, True),
            ("GET", f"{day}/hint/{chance.randint(1, 3)}", None, {200}, True),
            ("POST", f"{day}/guess", guess, {200}, True),
            ("GET", f"{day}/solution", None, {403}, True),
            ("GET", f"/daily/riddle/{locale}", None, {200}, True),
            ("POST", "/moves", {"locale": english, "rack": "retains", "limit": 3, "board": BOARD}, busy, False),
            ("POST", "/wordcheck", {"locale": locale, "word": "cat", "words": ["cat", "xyzzy"]}, {200}, False),
            ("POST", "/dungeon", {"category": chance.choice(["temple", "cave"]), "rooms": 10, "seed": chance.randrange(1000), "attempts": 3}, busy, False),
            ("POST", "/level/check", {"level": level}, busy, False),
            ("POST", "/level/solve", {"level": level}, busy, False),
            ("GET", "/admin/audit", None, {401}, True),
            ("POST", "/riddle", {"locale": "xx_XX"}, {400, 404, 422}, False),
        ][kind]

    def hidden(self, path, told):
        """What the public is told of the day has neither its answer nor its salt."""
        for move, square, salt in self.secrets.values():
            whole = f'"move":"{move}"'.encode() in told and f'"square":"{square}"'.encode() in told
            if whole or salt.encode() in told:
                self.fault(f"{path} tells the answer")

    def operator(self):
        """Somebody with the key, who makes riddles of days to come, and what goes with them."""
        chance, number = random.Random(f"{self.seed} operator"), 0
        first = datetime.date(2031, 1, 1)
        while not self.over.is_set():
            self.up.wait(1)
            locale, number = LOCALES[number % len(LOCALES)], number + 1
            date = (first + datetime.timedelta(days=number // len(LOCALES))).isoformat()
            try:
                self.make(locale, date)
                if chance.random() < 0.5:
                    self.note(locale, date, f"note {number}")
                if chance.random() < 0.3:
                    self.replace(locale, date)
                if chance.random() < 0.5:
                    self.approve(locale, date)
            except Lost:
                with self.lock:
                    self.cut += 1
            self.over.wait(12)

    def acknowledged(self, act, path, body):
        """Asks for an act; none if it was not done."""
        self.open.add(act)
        status, told = self.ask("POST", path, body, operator=True)
        if status == 200:
            self.open.discard(act)
            return json.loads(told)
        self.fault(f"{path}: {status} {told[:200]!r}")
        return None

    def make(self, locale, date):
        """Makes the riddle of a day."""
        body = {"locale": locale, "from": date, "attempts": 400, "profile": "open"}
        told = self.acknowledged(("make", locale, date), "/admin/riddles/make", body)
        if told and told["riddles"][0]["outcome"] == "made":
            self.riddles[locale, date] = (1, None)

    def replace(self, locale, date):
        """Replaces it."""
        if (locale, date) in self.riddles:
            body = {"locale": locale, "date": date, "attempts": 400, "profile": "open"}
            told = self.acknowledged(("replace", locale, date), "/admin/riddles/replace", body)
            if told:
                self.riddles[locale, date] = (told["revision"], told["commitment"])

    def approve(self, locale, date):
        """Approves it as it is."""
        if (locale, date) in self.riddles:
            body = {"locale": locale, "date": date}
            told = self.acknowledged(("approve", locale, date), "/admin/riddles/approve", body)
            if told:
                self.riddles[locale, date] = (told["revision"], told["commitment"])
                self.approved.add((locale, date))

    def note(self, locale, date, text):
        """Leaves a note."""
        body = {"locale": locale, "date": date, "note": text}
        if self.acknowledged(("note", locale, date), "/admin/riddles/note", body):
            self.notes[locale, date] = text

    # What was acknowledged is there.

    def verify(self):
        """Asks for all that was acknowledged, and that nothing is there twice."""
        unanswered = {(locale, date) for _, locale, date in self.open}
        for locale in LOCALES:
            mine = [date for of, date in {**self.riddles, **self.notes} if of == locale]
            told = []
            for year in sorted({date[:4] for date in mine}):
                path = f"/admin/riddles?locale={locale}&from={year}-01-01&to={year}-12-31"
                status, body = self.ask("GET", path, operator=True)
                if status != 200:
                    self.fault(f"{path}: {status} {body[:200]!r}")
                    return
                told.append(json.loads(body))
            listed = [line for part in told for line in part["riddles"]]
            notes = collections.Counter((line["date"], line["note"]) for part in told for line in part["notes"])
            # Those that were replaced stand there too.
            days = collections.Counter((line["date"], line["revision"]) for line in listed)
            for (date, revision), times in days.items():
                if times > 1:
                    self.fault(f"revision {revision} of {locale} {date} is there {times} times")
            by_day = {line["date"]: line for line in sorted(listed, key=lambda line: line["revision"])}
            for (of, date), (revision, commitment) in self.riddles.items():
                if of == locale:
                    self.is_kept(by_day.get(date), (locale, date), revision, commitment, unanswered)
            for (date, text), times in notes.items():
                if times > 1:
                    self.fault(f"the note {text} of {locale} {date} is there {times} times")
            for (of, date), text in self.notes.items():
                if of == locale and notes[date, text] == 0:
                    self.fault(f"the note {text} of {locale} {date} is lost")
        self.acts()

    def is_kept(self, line, at, revision, commitment, unanswered):
        """The riddle of a day as it was acknowledged, or, where an act was not answered, of one revision more."""
        if line is None:
            self.fault(f"the riddle of {at} is lost")
        elif line["revision"] != revision and not (at in unanswered and line["revision"] == revision + 1):
            self.fault(f"the riddle of {at} is of revision {line['revision']}, and was of {revision}")
        elif commitment and line["revision"] == revision and line["commitment"] != commitment:
            self.fault(f"the riddle of {at} is another")
        elif at in self.approved and line["revision"] == revision and line["state"] != "approved":
            self.fault(f"the riddle of {at} was approved, and is {line['state']}")

    def acts(self):
        """Every act that was acknowledged is told once in the audit."""
        status, body = self.ask("GET", "/admin/audit?limit=1000", operator=True)
        told = json.loads(body)["acts"] if status == 200 else []
        done = collections.Counter(
            (act["act"], act["locale"], act["date"], act["revision"]) for act in told if act["outcome"] == "done"
        )
        for act, times in done.items():
            if times > 1:
                self.fault(f"{act} is in the audit {times} times")
        made = {(locale, date) for act, locale, date, _ in done if act == "make"}
        approved = {(locale, date) for act, locale, date, _ in done if act == "approve"}
        if len(told) < 1000:
            for what, mine, theirs in [("made", set(self.riddles), made), ("approved", self.approved, approved)]:
                for at in mine - theirs:
                    self.fault(f"{at} was {what}, and is not in the audit")

    def today(self):
        """The riddle of today in each language: the same ever after; the operator knows the answers."""
        for locale in LOCALES:
            path = f"/daily/riddle/{locale}/{self.day}"
            status, _ = self.ask("GET", path)
            code, body = self.ask("GET", f"{path}/solution", operator=True)
            if (status, code) != (200, 200):
                self.fault(f"the riddle of today in {locale}: {status}, {code}")
                continue
            told = json.loads(body)
            secret = (told["solution"]["move"], told["solution"]["square"], told["salt"])
            if self.secrets.setdefault(locale, secret) != secret:
                self.fault(f"the riddle of today in {locale} is another")

    # Lives.

    def sample(self):
        """What the process holds, in MiB."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
                self.memory.append(int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) / 1024)
        except (OSError, AttributeError):
            pass

    def live(self, seconds, last):
        """One life: load, then the kill, or an orderly end."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(SAMPLED)
            self.sample()
        warm = self.memory[WARM // SAMPLED:]
        if len(warm) >= 20:
            half = len(warm) // 2
            first, second = statistics.median(warm[:half]), statistics.median(warm[half:])
            self.lives.append((first, second, max(warm)))
        self.up.clear()
        if last:
            return
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        # So that requests that were on their way are over.
        time.sleep(1)
        self.start_verified()

    def start_verified(self):
        """Starts, and looks whether everything is there before others ask."""
        self.start()
        self.today()
        self.verify()

    def held(self, work, *arguments):
        """A thread's work: what it raises is a fault, and not the end of a thread that nobody misses."""
        try:
            work(*arguments)
        except Exception as error:  # pylint: disable=broad-except
            self.fault(f"{work.__name__} ended: {error!r}")

    def run(self, minutes, every, clients):
        """All lives."""
        self.start()
        self.today()
        threads = [threading.Thread(target=self.held, args=(self.public, number)) for number in range(clients)]
        threads.append(threading.Thread(target=self.held, args=(self.operator,)))
        for thread in threads:
            thread.start()
        end = time.monotonic() + 60 * minutes
        try:
            while (left := end - time.monotonic()) > 1:
                self.live(min(60 * every, left), last=left <= 60 * every)
        finally:
            self.over.set()
            self.up.set()
            for thread in threads:
                thread.join()
        self.verify()
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(30) != 0:
            self.fault("it did not stop in order")
        for first, second, _ in self.lives:
            if second > FLAT * first:
                self.fault(f"memory grew within a life: {first:.0f} to {second:.0f} MiB")

    def report(self):
        """A row of the table."""
        first, second, most = (statistics.median(life[n] for life in self.lives) if self.lives else 0 for n in range(3))
        kept = f"{len(self.riddles)}, {len(self.approved)}, {len(self.notes)}"
        statuses = ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items()))
        return [
            ("requests answered", f"{self.asked:,}"),
            ("statuses", statuses),
            ("kills", str(max(0, len(self.ready_after) - 1))),
            ("requests cut off by a kill, or made while it was away", f"{self.cut:,}"),
            ("ready after a kill, s: median, longest", f"{statistics.median(self.ready_after or [0]):.1f}, {max(self.ready_after or [0]):.1f}"),
            ("riddles, approvals, notes acknowledged", kept),
            ("memory of a life after two minutes, MiB: first half, second half, most", f"{first:.0f}, {second:.0f}, {most:.0f}"),
            ("lost, doubled, told too early, unexpected", str(sum(self.faults.values()))),
        ]


def main():
    """Both stores at the same time."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", default="target/release/quandary")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--every", type=float, default=5, help="minutes from kill to kill")
    parser.add_argument("--clients", type=int, default=4, help="clients of each service")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory() as folder:
        stores, soaks = [], []
        os.chmod(folder, 0o755)
        try:
            for make in [Sqlite, Postgres]:
                if make is Postgres and not (shutil.which("initdb") or list(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))):
                    print("PostgreSQL is not installed: SQLite alone is soaked", file=sys.stderr)
                    continue
                of_store = os.path.join(folder, make.__name__.lower())
                os.mkdir(of_store)
                stores.append(make(of_store))
            for number, store in enumerate(stores):
                soaks.append(Soak(asked.program, store, tempfile.mkdtemp(dir=folder), f"{asked.seed} {number}"))
            time.sleep(3)
            minutes = (asked.minutes, asked.every, asked.clients)
            threads = [threading.Thread(target=soak.held, args=(soak.run, *minutes)) for soak in soaks]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            # Interrupted, clients end as well.
            for soak in soaks:
                soak.over.set()
                soak.up.set()
                if soak.process and soak.process.poll() is None:
                    soak.process.kill()
            for store in stores:
                store.stop()
    rows = [soak.report() for soak in soaks]
    print("| | " + " | ".join(soak.store.name for soak in soaks) + " |")
    print("|---" * (len(soaks) + 1) + "|")
    for parts in zip(*rows):
        print(f"| {parts[0][0]} | " + " | ".join(value for _, value in parts) + " |")
    faults = sum((soak.faults for soak in soaks), collections.Counter())
    for what, times in faults.most_common():
        print(f"- {times} ×: {what}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
