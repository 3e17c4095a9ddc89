#!/usr/bin/env python3
"""Plants defects in a copy of the sources, one at a time, and says which of them the tests find.

    python3 Tools/mutants.py [--only N,N,...] [--scratch FOLDER] | --places

All are built in at once, each behind a condition that the environment variable MUTANT turns on, so that one build is
enough. A defect that finds no place in the sources any more, or that no test finds, makes the exit status 1.
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The quickest tests come first, the others only where these find nothing.
STAGES = [
    "TodoStoreTests|TodoServerTests", "LogWritingTests|StorageFaultTests|PowerCutTests|InBetweenTests",
    "CrashPointTests|SystemCallTests|ShortPipeTests",
    "EndToEndTests|PetServiceTests|EventLoopTests",
]

# Number, what is wrong, and the edits: file under Sources, text, text with the defect behind `mutant(number)`.
STORE = "TodoStore/OpenStore.swift"
OUTER = "TodoStore/TodoStore.swift"
INITIALS = "TodoStore/OpenStore+Initials.swift"
UNDO = "TodoStore/OpenStore+Undo.swift"
PLACE = "TodoStore/StoreLocation.swift"
TURN = "TodoServer/Session+Turn.swift"
PERFORM = "TodoServer/Session+Perform.swift"
STREAMS = "TodoServer/StandardStreams.swift"
LOG = "CLogVFS/logvfs.c"
MUTANTS = [
    (1, "commits are not synced at all", [(STORE, "synchronous = FULL", 'synchronous = \\(mutant(1) ? "OFF" : mutant(2) ? "NORMAL" : "FULL")')]),
    (2, "commits are synced at checkpoints only", []),
    (3, "no write-ahead log", [(STORE, "journal_mode = WAL", 'journal_mode = \\(mutant(3) ? "DELETE" : "WAL")')]),
    (4, "a migration is no transaction", [
        (STORE, 'try database.execute("BEGIN IMMEDIATE")', 'if !mutant(4) { try database.execute("BEGIN IMMEDIATE") }'),
        (STORE, 'try database.execute("COMMIT")\n        } catch', 'if !mutant(4) { try database.execute("COMMIT") }\n        } catch')]),
    (5, "a migration does not look whether another process was first", [(STORE, "Int(try version(of: database, path))", "Int(try mutant(5) ? found : version(of: database, path))")]),
    (6, "the last id is kept in memory, not in the transaction", [(STORE, "lastTodo = meta.integer(1)", "if !mutant(6) || lastTodo < meta.integer(1) { lastTodo = meta.integer(1) }")]),
    (7, "a change of sections is not noted", [(STORE, "sectionsRevision = revision\n", "if !mutant(7) { sectionsRevision = revision }\n")]),
    (8, "closing a file that is no store may change it", [(STORE, "setCheckpointOnClose(false)", "setCheckpointOnClose(mutant(8))")]),
    (9, "nothing is ever rolled back", [(STORE, "if database.isInTransaction {", "if database.isInTransaction && !mutant(9) {")]),
    (10, "a commit that failed passes for one that did not", [(OUTER, "try opened.commit()\n", "do throws(StoreFault) { try opened.commit() } catch { if !mutant(10) { throw error } }\n")]),
    (11, "a damage is not remembered", [(OUTER, "error.primaryCode == Code.corrupt {", "error.primaryCode == Code.corrupt, !mutant(11) {")]),
    (12, "another file in the store's place is not noticed", [(OUTER, "if location == .memory {", "if location == .memory || mutant(12) {")]),
    (13, "the log of the former file is taken for the new one's", [(OUTER, "if present != former.file, let", "if !mutant(13), present != former.file, let")]),
    (14, "the umask decides who may read the store", [
        (PLACE, "O_CLOEXEC, 0o600)", "O_CLOEXEC, mutant(14) ? 0o666 : 0o600)"),
        (PLACE, "fchmod(descriptor, 0o600)", "if !mutant(14) { fchmod(descriptor, 0o600) }")]),
    (15, "the folder of a new store is not synced", [(PLACE, "        syncFolder(of: path)\n    }", "        if !mutant(15) { syncFolder(of: path) }\n    }")]),
    (16, "folders are made for everybody", [
        (PLACE, "mkdir(folder, 0o700)", "mkdir(folder, mutant(16) ? 0o755 : 0o700)"),
        (PLACE, "chmod(folder, 0o700)", "chmod(folder, mutant(16) ? 0o755 : 0o700)")]),
    (17, "a write begins as a read", [("TodoStore/SQLite/Query.swift", '"BEGIN IMMEDIATE"', 'mutant(17) ? "BEGIN" : "BEGIN IMMEDIATE"')]),
    (18, "the changes since a cursor lack a revision", [("TodoStore/OpenStore+Changes.swift", "statement.bind(cursor.revision, at: 1)", "statement.bind(cursor.revision + (mutant(18) ? 1 : 0), at: 1)")]),
    (19, "the ids of a change lack its first revision", [("TodoStore/OpenStore+Changes.swift", "revisions.lowerBound - 1,", "revisions.lowerBound - (mutant(19) ? 0 : 1),")]),
    (20, "undo does not put those last whose places are taken", [
        (UNDO, "if let content = entry.content, try isTaken", "if let content = entry.content, !mutant(20), try isTaken"),
        (UNDO, "makesWay: false", "makesWay: mutant(20)")]),
    (21, "undo does not know a detail as it was", [("TodoStore/OpenStore+Todos.swift", "keepsDetail: changes.detail == nil", "keepsDetail: mutant(21) || changes.detail == nil")]),
    (22, "a deletion is not noted for those who follow", [("TodoStore/OpenStore+Todos.swift", "try note.run()", "if !mutant(22) { try note.run() }")]),
    (23, "redo is not marked as one", [("TodoStore/OpenStore+Undo.swift", "isTakenBack.toggle()", "if !mutant(23) { isTakenBack.toggle() }")]),
    (24, "history forgets two requests too early", [("TodoStore/OpenStore+History.swift", "revision - 1 - historyLimit", "revision - historyLimit + (mutant(24) ? 1 : -1)")]),
    (25, "nobody is told that old deletions are forgotten", [("TodoStore/OpenStore+History.swift", "noteForgotten(bound - 1)", "if !mutant(25) { noteForgotten(bound - 1) }")]),
    (26, "completing is not counted", [("TodoStore/OpenStore+Todos.swift", "memory.count(old.section, todos: 0, completed: new.isCompleted ? 1 : -1)", "if !mutant(26) { memory.count(old.section, todos: 0, completed: new.isCompleted ? 1 : -1) }")]),
    (27, "a todo that comes back stays among the deleted ones", [("TodoStore/OpenStore+Undo.swift", "try note.run()", "if !mutant(27) { try note.run() }")]),
    (28, "places that undo remembers do not follow a respacing", [("TodoStore/OpenStore+History.swift", "        let statement = try database.statement(.placesBefore)\n", "        if mutant(28) { return }\n        let statement = try database.statement(.placesBefore)\n")]),
    (29, "replies to keys are not kept", [("TodoStore/OpenStore+Keys.swift", "        let forget = try", "        if mutant(29) { return }\n        let forget = try")]),
    (30, "a reply is kept under its key in a transaction of its own", [("TodoServer/TodoManager.swift", "        try store.keep(", "        if mutant(30) {\n            _ = try? store.commit()\n            try begin(.writing)\n        }\n        try store.keep(")]),
    (31, "a key counts for other params too", [("TodoStore/OpenStore+Keys.swift", "statement.text(1) == request.params", "mutant(31) || statement.text(1) == request.params")]),
    (32, "replies go out before the commit", [(TURN, "        input.withBytes { endTurn($0, &turn) }\n", "        if mutant(32) { flush() }\n        input.withBytes { endTurn($0, &turn) }\n")]),
    (33, "replies of a turn that failed stay", [(TURN, "        output.writer.truncate(to: turn.replies)", "        if !mutant(33) { output.writer.truncate(to: turn.replies) }")]),
    (34, "a turn that failed is not rolled back", [(TURN, "        manager.assumeIsolated { $0.rollback() }\n", "        if !mutant(34) { manager.assumeIsolated { $0.rollback() } }\n")]),
    (35, "a lock is not waited for", [(PERFORM, "if failure.isLocked && !", "if !mutant(35) && failure.isLocked && !")]),
    (36, "a lock is not waited for by what is carried out apart", [(PERFORM, "guard failure.isLocked, !", "guard !mutant(36), failure.isLocked, !")]),
    (37, "an interrupted write passes for a broken pipe", [(STREAMS, "case EINTR: continue", "case EINTR where !mutant(37): continue")]),
    (38, "a short write passes for a whole one", [(STREAMS, "sent += taken", "sent += mutant(38) ? waiting : taken")]),
    (39, "an interrupted read passes for the end", [(STREAMS, "case EINTR, EAGAIN, EWOULDBLOCK: return .nothing", "case EINTR where !mutant(39): return .nothing\n        case EAGAIN, EWOULDBLOCK: return .nothing")]),
    (40, "descriptor 1 still leads to the client", [("TodoServer/Server.swift", "dup2(2, 1)", "if !mutant(40) { dup2(2, 1) }")]),
    (41, "a picture that cannot be written leaves its temporary file", [("PetService/CacheFolder.swift", "_ = unsafe unlink(temporary)", "if !mutant(41) { _ = unsafe unlink(temporary) }")]),
    (42, "the log is never copied into the file while a server runs", [(STORE, "wal_autocheckpoint = 2000", "wal_autocheckpoint = \\(mutant(42) ? 0 : 2000)")]),
    (43, "ifRevision is not looked at", [("TodoStore/OpenStore+Todos.swift", "if let expected, expected", "if !mutant(43), let expected, expected")]),
    (44, "what is known of sections outlives a rollback", [(STORE, "if revision == revisionBefore { return }", "if revision == revisionBefore || mutant(44) { return }")]),
    (45, "what is known of sections outlives what others change", [("TodoStore/SectionMemory.swift", "if revision != self.revision {", "if revision != self.revision && !mutant(45) {")]),
    (46, "landmarks keep a todo that went", [("TodoStore/SectionMemory.swift", "landmarks?.remove(at: place)", "if !mutant(46) { landmarks?.remove(at: place) }")]),
    (47, "landmarks outlive the spreading of places", [("TodoStore/SectionMemory.swift", "known[section]?.landmarks = nil", "if !mutant(47) { known[section]?.landmarks = nil }")]),
    (48, "what a search found outlives a rollback", [(STORE, "lastSearch = nil\n", "if !mutant(48) { lastSearch = nil }\n")]),
    (49, "what a search found outlives a change", [("TodoStore/OpenStore+Search.swift", "lastSearch?.revision != revision", "(lastSearch?.revision != revision && !mutant(49))")]),
    (50, "a page has no limit in bytes", [("TodoStore/OpenStore+List.swift", "bytes > byteLimit && (", "bytes > byteLimit && !mutant(50) && (")]),
    (51, "a todo that comes back is not noted to be filed", [(INITIALS, "if id <= filed { try misfile(id, .misfileRestored) }", "if id <= filed, !mutant(51) { try misfile(id, .misfileRestored) }")]),
    (52, "todos that wait to be filed are left out of lists", [("TodoStore/OpenStore+List.swift", "among: others?[section.number]", "among: mutant(52) ? [] : others?[section.number]")]),
    (53, "it is not kept up to where todos are filed", [(STORE, "save.bind(filed, at: 5)", "save.bind(mutant(53) ? 0 : filed, at: 5)")]),
    (54, "a todo that changes stays filed where it was", [(INITIALS, "if id <= filed { try misfile(id, .misfile) }", "if id <= filed, !mutant(54) { try misfile(id, .misfile) }")]),
    (55, "what a writer has gathered for the log outlives its lock", [(LOG, "if (log && offset", "if (log && !MUTANT(55) && offset")]),
    (56, "a sync of the log leaves out what is gathered", [(LOG, "int status = flush(own);\n    return status == SQLITE_OK ? methods_below(own)->xSync", "int status = MUTANT(56) ? SQLITE_OK : flush(own);\n    return status == SQLITE_OK ? methods_below(own)->xSync")]),
    (57, "what a disk may damage is gathered too", [(LOG, "if (!(any_traits(&partner->own)", "if (!MUTANT(57) && !(any_traits(&partner->own)")]),
    (58, "what was misfiled stays in the order by initial", [(INITIALS, "if misfiled > 0 { try database.statement(.unfile).run() }", "if misfiled > 0, !mutant(58) { try database.statement(.unfile).run() }")]),
    (59, "the number of the misfiled is not kept", [(STORE, "save.bind(misfiled, at: 6)", "save.bind(mutant(59) ? 0 : misfiled, at: 6)")]),
    (60, "a log that could only be opened for reading stays so", [(OUTER, "if error.primaryCode == Code.readOnly {", "if error.primaryCode == Code.readOnly, !mutant(60) {")]),
]

# In C, the switch is a macro before the file.
C_SWITCH = '#include <stdlib.h>\n#define MUTANT(n) (getenv("MUTANT") && atoi(getenv("MUTANT")) == (n))\n'

SWITCH = """#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

private let planted: Int32 = unsafe getenv("MUTANT").map { unsafe atoi($0) } ?? 0

func mutant(_ number: Int32) -> Bool { planted == number }
"""


def plant(folder):
    """Puts all defects in, each switched off."""
    for _, name, edits in MUTANTS:
        for file, before, after in edits:
            path = folder / "Sources" / file
            text = path.read_text()
            if before not in text:
                sys.exit(f"{name}: {file} has no longer: {before}")
            path.write_text(text.replace(before, after, 1))
    for file in sorted({file for _, _, edits in MUTANTS for file, _, _ in edits}):
        path = folder / "Sources" / file
        if path.suffix == ".c":
            path.write_text(C_SWITCH + path.read_text())
        else:
            (folder / "Sources" / file.split("/")[0] / "Mutant.swift").write_text(SWITCH)


def run(folder, number):
    """The first test that fails; nothing if all pass."""
    for stage in STAGES:
        # A defect may well make a test wait for ever. With its pipe, each of its children ends.
        command = ["timeout", "-k", "5", "400", "swift", "test", "--skip-build", "--filter", stage]
        tests = subprocess.Popen(
            command, cwd=folder, env=os.environ | {"MUTANT": str(number)}, text=True, errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        for line in tests.stdout:
            if match := re.match(r'✘ Test (".*?"|\w+\(\)) (?:recorded an issue|with \d|failed after)', line):
                os.killpg(tests.pid, signal.SIGKILL)
                tests.wait()
                return match[1]
        if tests.wait() != 0:
            # Not by a test that says so: the process has broken down, or the time was over (124).
            return f"by status {tests.returncode}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", help="numbers, with commas between")
    parser.add_argument("--scratch", help="a folder for the copy, which stays, so that the next build is shorter")
    parser.add_argument("--places", action="store_true", help="only look whether each defect still finds its place")
    options = parser.parse_args()
    if options.places:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "Sources", pathlib.Path(folder, "Sources"))
            return plant(pathlib.Path(folder))
    only = {int(number) for number in options.only.split(",")} if options.only else None
    folder = pathlib.Path(options.scratch or tempfile.mkdtemp(prefix="todo-mutants-"))
    skipped = shutil.ignore_patterns(".git", ".build*", "node_modules")
    shutil.copytree(ROOT, folder, dirs_exist_ok=True, ignore=skipped)
    plant(folder)
    subprocess.run(["swift", "build", "--build-tests"], cwd=folder, check=True)
    if failed := run(folder, 0):
        sys.exit(f"without a defect, these fail: {failed}")
    missed = []
    for number, name, _ in MUTANTS:
        if only and number not in only:
            continue
        failed = run(folder, number)
        print(f"{number:2} {'found' if failed else 'MISSED'}: {name}: {failed}", flush=True)
        if not failed:
            missed.append(number)
    if not options.scratch:
        shutil.rmtree(folder)
    print(f"missed: {missed or 'none'}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
