import JSON

@testable import PetService

struct PetsFuzzer: Fuzzer {
    private let rules = WebAddress("https://api.thecatapi.com").map { LoadingRules(base: $0) }

    func run(_ bytes: [UInt8]) -> String? {
        var decisions = Decisions(bytes)
        switch decisions.below(4) {
        case 0: return answer(decisions.takeAll())
        case 1: return head(decisions.takeAll())
        case 2: return picture(decisions.takeAll())
        default: return address(String(decoding: decisions.takeAll(), as: UTF8.self))
        }
    }

    private func answer(_ bytes: [UInt8]) -> String? {
        guard let pet = PetReading.first(inAnswer: bytes, kind: .cat) else { return nil }
        guard 1...PetReading.maximumText ~= pet.id.utf8.count, pet.breeds.count <= PetReading.maximumBreeds else {
            return "an id or breeds without limit"
        }
        if let fault = address(pet.url) { return fault }
        guard WebAddress(pet.url) != nil else { return "a url that cannot be loaded: \(pet.url)" }
        if [pet.width, pet.height].contains(where: { $0.map { $0 < 1 } == true }) { return "a size below 1" }
        // What is kept of it in the cache says the same.
        let note = PetReading.pet(PetReading.note(pet), kind: .cat, source: .network)
        return note == pet ? nil : "noted as \(PetReading.note(pet).text)"
    }

    private func head(_ bytes: [UInt8]) -> String? {
        var (whole, pieces) = (ResponseHead(), ResponseHead())
        whole.add(bytes)
        for byte in bytes { pieces.add([byte]) }
        guard whole == pieces else { return "\(whole), byte by byte \(pieces)" }
        if let wait = whole.wait(now: 1_700_000_000), !(1...RetryAfter.longest ~= wait) { return "a wait of \(wait) s" }
        guard let location = whole.location, let base = rules?.base, let next = base.resolving(location) else {
            return nil
        }
        return address(next.text)
    }

    private func picture(_ bytes: [UInt8]) -> String? {
        guard let header = ImageHeader(of: bytes) else { return nil }
        let sizes = [header.width, header.height].compactMap(\.self)
        guard sizes.count != 1, sizes.allSatisfy({ 1...Int(UInt32.max) ~= $0 }) else { return "a size of \(sizes)" }
        return nil
    }

    private func address(_ text: String) -> String? {
        guard let address = WebAddress(text) else { return nil }
        guard WebAddress(address.text) == address else { return "\(address.text) is read as another address" }
        let isPlain = address.text.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x22 && $0 != 0x5C }
        guard isPlain, address.text.utf8.count <= WebAddress.maximumLength else { return "written as \(address.text)" }
        if rules?.allow(address) == true, !address.isSecure || address.reach != .anywhere {
            return "allowed: \(address.text)"
        }
        return configuration(text, address)
    }

    /// Whatever a key or an address is made of, curl reads the same lines, and nothing else from the parameters.
    private func configuration(_ key: String, _ address: WebAddress) -> String? {
        let request = PetRequest(address: address, key: key, deadline: 0, limit: 1)
        let lines = CurlConfig.text(request, nanoseconds: 1_000_000_000).split(separator: "\n")
        let options = lines.map { $0.prefix { $0 != " " && $0 != "=" } }
        let expected = [
            "silent", "globoff", "no-buffer", "dump-header", "suppress-connect-headers", "disallow-username-in-url",
            "proto", "max-time", "user-agent", "noproxy", "header", "url",
        ]
        guard options.map(String.init) == expected.filter({ $0 != "noproxy" || address.reach == .loopback }) else {
            return "options: \(options)"
        }
        guard Self.unquoted(lines.last ?? "") == address.text else { return "curl loads \(lines.last ?? "")" }
        let header = lines[lines.count - 2]
        return Self.unquoted(header) == "x-api-key: " + key.filter { $0 != "\0" } ? nil : "curl sends \(header)"
    }

    /// A parameter as curl(1) reads it from a config file.
    private static func unquoted(_ line: Substring) -> String? {
        guard let quote = line.firstIndex(of: "\"") else { return nil }
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in line[line.index(after: quote)...].unicodeScalars {
            if isEscaped {
                let meaning: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t", "v": "\u{B}"]
                text.append(meaning[scalar] ?? scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                return String(text)
            } else {
                text.append(scalar)
            }
        }
        return nil
    }
}
