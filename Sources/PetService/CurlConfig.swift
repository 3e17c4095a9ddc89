/// What curl is told, in its config file's form (curl(1), `--config`); it reads this from its standard input, so that
/// neither key nor url is among its arguments, where other users could read them.
enum CurlConfig {
    /// Everything there is to say about one request.
    /// - Parameter nanoseconds: how long the whole may take, for the case that this process is no more there to end it.
    static func text(_ request: PetRequest, nanoseconds: UInt64) -> String {
        var lines = [
            "silent",
            // Brackets and braces in a url mean themselves.
            "globoff",
            "no-buffer",
            // Status and headers go to the errors' pipe, the body alone to the output.
            "dump-header = \"/dev/stderr\"",
            "suppress-connect-headers",
            "disallow-username-in-url",
            "proto = \(quoted(request.address.isSecure ? "=https" : "=http"))",
            "max-time = \(seconds(nanoseconds))",
            "user-agent = \"todo-server\"",
        ]
        // A proxy is for what is elsewhere; it must not see what this machine says to itself.
        if request.address.reach == .loopback { lines.append("noproxy = \"*\"") }
        if let key = request.key { lines.append("header = \(quoted("x-api-key: " + key))") }
        lines.append("url = \(quoted(request.address.text))")
        return lines.joined(separator: "\n") + "\n"
    }

    /// A parameter in double quotes, where `\\`, `\"`, `\n`, `\r`, `\t` and `\v` are what can be escaped; nothing in it
    /// ends the line or the quotes.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": quoted += "\\\\"
            case "\"": quoted += "\\\""
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{B}": quoted += "\\v"
            // The line would end here for curl.
            case "\0": continue
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// As curl reads it, in thousandths; never 0, which would mean forever.
    private static func seconds(_ nanoseconds: UInt64) -> String {
        let thousandths = max(1, nanoseconds / 1_000_000)
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
