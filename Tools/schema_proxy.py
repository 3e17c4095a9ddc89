#!/usr/bin/env python3
"""Stands between a client and the server, and holds every reply against the schemas of the server's own document.

A result must fit the schema of its method, and the params that it answers must fit theirs: a schema that forbids what the
server takes is wrong. An error must be one that its method lists, with the data of its kind. What is said in the Model
Context Protocol is not of the document, and is passed over.

    SERVER="python3 Tools/schema_proxy.py .build/release/todo-server" python3 run.py

runs a whole suite of black-box cases through it. Bytes are passed on as they are, in both directions. What does not fit
is appended to the file SCHEMA_REPORT (default: schema-report.txt), one line each; a count of the replies that were held
against a schema is appended to SCHEMA_REPORT.count. Needs the package jsonschema.
"""
import fcntl, json, os, re, signal, subprocess, sys, threading

import jsonschema

command = sys.argv[1:]
report = os.environ.get("SCHEMA_REPORT", "schema-report.txt")


def load_document():
    """The document, read once for all the servers of a run."""
    path = report + ".document"
    if not os.path.exists(path):
        text = subprocess.run([command[0], "--describe"], capture_output=True, check=True).stdout
        with open(path + str(os.getpid()), "wb") as file:
            file.write(text)
        os.replace(path + str(os.getpid()), path)
    with open(path, "rb") as file:
        return json.load(file)


document = load_document()
errors = {e["code"]: e for e in document["components"]["errors"].values()}
validators = {}


def validator(schema):
    key = json.dumps(schema)
    if key not in validators:
        whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "components": document["components"]}
        validators[key] = jsonschema.Draft202012Validator(
            whole, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)
    return validators[key]


requests = {m["name"]: m for m in document["methods"] if "result" in m}
notifications = {m["name"]: m["x-params"] for m in document["methods"] if m.get("x-sentBy") == "server" and "x-params" in m}
asked = {}  # id as JSON text -> the request
checked = [0]


def complain(text):
    with open(report, "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(text.replace("\n", " ") + "\n")


def check(reply):
    if not isinstance(reply, dict):
        return
    if "method" in reply:
        if reply["method"] in notifications:
            hold(reply.get("params"), notifications[reply["method"]], reply["method"])
        return
    request = asked.pop(json.dumps(reply.get("id")), {})
    if is_for_assistant(request):
        return
    name = request.get("method")
    method = requests.get(name)
    if "result" in reply:
        if method is None:
            return
        hold(reply["result"], method["result"]["schema"], name)
        params = request.get("params")
        if isinstance(params, dict):
            hold(params, method["x-params"], f"taken params of {name}")
    else:
        code = reply["error"]["code"]
        if code not in errors:
            return complain(f"error {code} is not in the document")
        hold(reply["error"].get("data"), errors[code]["data"], f"error {code}")
        if method and code not in listed(method):
            complain(f"{name} does not list {code}: {json.dumps(reply['error'].get('data'))[:200]}")


def hold(value, schema, what):
    """Holds a value against a schema."""
    checked[0] += 1
    for error in validator(schema).iter_errors(value):
        complain(f"{what}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")


def listed(method):
    """The codes of the errors of a method."""
    names = [error["$ref"].split("/")[-1] for error in method["errors"]]
    return {document["components"]["errors"][name]["code"] for name in names}


def is_for_assistant(request):
    """Whether a request is one of the Model Context Protocol, by what only that has."""
    params = request.get("params")
    if not isinstance(params, dict):
        return False
    meta = params.get("_meta")
    if isinstance(meta, dict) and "io.modelcontextprotocol/protocolVersion" in meta:
        return True
    return request.get("method") == "initialize" and isinstance(params.get("protocolVersion"), str)


def messages(buffer, framing):
    """Takes the complete messages out of a buffer, of either framing."""
    while True:
        start = len(buffer) - len(buffer.lstrip())
        if start == len(buffer):
            return
        if buffer[start:start + 1] in (b"{", b"["):
            end = buffer.find(b"\n", start)
            if end < 0:
                return
            yield bytes(buffer[start:end])
            del buffer[:end + 1]
        else:
            match = re.match(rb"\s*content-length:\s*(\d+)\r?\n\r?\n", buffer, re.I)
            if not match or len(buffer) < match.end() + int(match[1]):
                return
            yield bytes(buffer[match.end():match.end() + int(match[1])])
            del buffer[:match.end() + int(match[1])]


def each(text):
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    yield from value if isinstance(value, list) else [value]


def note(message):
    if isinstance(message, dict) and "id" in message and isinstance(message.get("method"), str):
        asked[json.dumps(message["id"])] = message


def pass_on(source, target, handle):
    """Copies a stream, and looks at what goes by as far as it can be read."""
    os.set_blocking(source, True)
    buffer = bytearray()
    while data := os.read(source, 1 << 16):
        buffer += data
        if len(buffer) < 1 << 20:
            for text in list(messages(buffer, None)):
                for message in each(text):
                    handle(message)
        try:
            while data:
                data = data[os.write(target, data):]
        except BlockingIOError:
            os.set_blocking(target, True)
            while data:
                data = data[os.write(target, data):]
        except BrokenPipeError:
            break


def main():
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: server.send_signal(number))
    def requests():
        pass_on(0, server.stdin.fileno(), note)
        server.stdin.close()
    threading.Thread(target=requests, daemon=True).start()
    pass_on(server.stdout.fileno(), 1, check)
    server.stdout.close()
    status = server.wait()
    with open(report + ".count", "a") as file:
        file.write(f"{checked[0]}\n")
    os._exit(status if status >= 0 else 128 - status)


main()
