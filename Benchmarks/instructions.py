#!/usr/bin/env python3
"""Instructions per operation, counted by callgrind: the same on a busy machine and on an idle one.

    instructions.py SERVER            a table beside the committed figures; what moved by more than 10 % is marked
    instructions.py SERVER --stages   the same of reading, checking, storing and writing a request, each by itself; needs a
                                      build with symbols, see make stages
    either with --write               makes these the committed figures (instructions.json)

Each figure is the difference between many requests and fewer, in one batch each, so that what the start costs falls out.
A moved figure is a warning: the exit status is 0 all the same.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FIGURES = pathlib.Path(__file__).with_name("instructions.json")
TODOS = 1000
FEW, MANY = 500, 1500


def call(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def spread(number):
    """Ids in no order, each again and again."""
    return number * 7919 % TODOS + 1


def create(number):
    return call(
        number, "todo.create", title=f"report {number}", detail=f"something to remember about todo {number}",
        category=f"Category {number % 20:02}")


def mixed(number):
    kinds = ("get", "get", "get", "get", "get", "get", "create", "update", "list", "move")
    return OPERATIONS[kinds[number * 7 % 10]](number)


# What is measured: a request for each number.
OPERATIONS = {
    "no-op": lambda n: call(n, "bench/noop"),
    "get": lambda n: call(n, "todo.get", id=spread(n)),
    "create": create,
    "update": lambda n: call(n, "todo.update", id=spread(n), title=f"bicycle changed {n}", isCompleted=n % 2 == 0),
    "tick": lambda n: call(n, "todo.update", id=spread(n), isCompleted=n % 3 != 0),
    "move": lambda n: call(n, "todo.move", id=spread(n), after=spread(n + 1)),
    "list": lambda n: call(n, "todo.list", limit=10),
    "page of 100": lambda n: call(n, "todo.list", limit=100),
    "sections": lambda n: call(n, "sections.list", includeTodos=False),
    "changes": lambda n: call(n, "changes.since"),
    "mixed": mixed,
}

# Stages of a request, by the function that does all of it.
STAGES = [
    ("find the method", r"^.*:Session\.resolve\(_:_:\)"),
    ("split", r"^.*:Splitter\.next\(in:from:isLast:\)"),
    ("parse", r"^.*:Message\.init\(_:at:\)"),
    ("read and check params", r"^.*:static Method\.params\(from:\)"),
    ("store, with SQLite", r"^.*:specialized static Handler\.on<A>\(_:_:_:\)"),
    ("SQLite alone", r"^.*:sqlite3_step"),
    ("write the result", r"^.*:JSONWriter\.object<A>\(_:_:\)"),
    ("commit", r"^.*:Session\.endTurn\(_:_:\)"),
]


class Bench:
    def __init__(self, server, folder):
        self.server = server
        self.folder = folder
        self.store = folder / "store.sqlite"
        self.talk([create(n) for n in range(TODOS)], self.store)

    def talk(self, requests, store, wrapper=()):
        """One batch; gives what the wrapper says."""
        text = json.dumps(requests) + "\n"
        command = [*wrapper, self.server, "--store", str(store), "--cache", str(self.folder / "cache")]
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=600, check=True)
        return done.stderr.decode()

    def count(self, requests, out="/dev/null"):
        store = self.folder / "copy.sqlite"
        for old in self.folder.glob("copy.sqlite*"):
            old.unlink()
        shutil.copy(self.store, store)
        said = self.talk(requests, store, ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"])
        return int(re.search(r"Collected : (\d+)", said)[1])

    def each(self, operation):
        few, many = (self.count([operation(n) for n in range(size)]) for size in (FEW, MANY))
        return round((many - few) / (MANY - FEW))

    def start(self):
        return self.count([OPERATIONS["get"](1)])

    def stages(self, operation):
        """Instructions per request by stage; all of them under the name of None."""
        found = []
        for size in (FEW, MANY):
            out = self.folder / "callgrind.out"
            total = self.count([operation(n) for n in range(size)], out)
            found.append({None: total, **by_stage(out)})
        return {stage: round((found[1][stage] - found[0].get(stage, 0)) / (MANY - FEW)) for stage in found[1]}


def by_stage(out):
    listing = subprocess.run(
        ["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(out)], capture_output=True, check=True).stdout
    names = subprocess.run(["swift", "demangle", "--simplified"], input=listing, capture_output=True, check=True).stdout
    counts = {}
    for line in names.decode(errors="replace").splitlines():
        entry = re.match(r"\s*([\d,]+) \([^)]*\)\s+(\S.*)", line)
        if not entry:
            continue
        name = re.sub(r" \[.*", "", entry[2]).strip()
        for stage, pattern in STAGES:
            if stage not in counts and re.match(pattern + "$", name):
                counts[stage] = int(entry[1].replace(",", ""))
    return counts


def stage_figures(bench):
    names = ("get", "create", "update", "page of 100")
    columns = {name: bench.stages(OPERATIONS[name]) for name in names}
    return {
        f"{name}: {stage or 'all'}": column[stage]
        for stage in [None] + [stage for stage, _ in STAGES] for name, column in columns.items() if stage in column}


def print_figures(figures, writes):
    known = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    print("| instructions per | now | committed | change |\n|---|---:|---:|---:|")
    for name, now in figures.items():
        before = known.get(name)
        change = f"{(now - before) / before:+.1%}" if before else ""
        # A few instructions more are no news, whatever part they are of fewer.
        if before and abs(now - before) > max(before / 10, 50):
            change = f"**{change}**"
        print(f"| {name} | {now:,} | {'' if before is None else f'{before:,}'} | {change} |")
    if writes:
        FIGURES.write_text(json.dumps(known | figures, indent=2) + "\n")


def main():
    server, options = sys.argv[1], sys.argv[2:]
    if not shutil.which("valgrind"):
        sys.exit("instructions are counted by valgrind, which is not here: install it (apt-get install valgrind)")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(str(pathlib.Path(server).resolve()), pathlib.Path(folder))
        if "--stages" in options:
            figures = stage_figures(bench)
        else:
            figures = {"start and one get": bench.start()}
            figures |= {name: bench.each(operation) for name, operation in OPERATIONS.items()}
        print_figures(figures, "--write" in options)


if __name__ == "__main__":
    main()
