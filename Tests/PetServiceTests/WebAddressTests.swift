import Testing

@testable import PetService

@Suite struct WebAddressTests {
    @Test(
        "an address is read, and written as a client gets it",
        arguments: [
            ("https://cdn2.thecatapi.com/images/ab1.jpg", "https://cdn2.thecatapi.com:443/images/ab1.jpg"),
            ("HTTP://Example.COM", "http://example.com:80/"),
            ("http://127.0.0.1:8080/a?b=c#d", "http://127.0.0.1:8080/a?b=c"),
            ("https://[2001:DB8::1]:8443/x", "https://[2001:db8::1]:8443/x"),
            ("https://a.example?x=1", "https://a.example:443/?x=1"),
            ("https://a.example:/x", "https://a.example:443/x"),
            ("https://a.example/a b\"{é}\\", "https://a.example:443/a%20b%22%7B%C3%A9%7D%5C"),
            ("https://a.example/%2e%2E/[1-3]", "https://a.example:443/%2e%2E/[1-3]"),
            ("https://a.example/@b:c", "https://a.example:443/@b:c"),
        ])
    func accepted(text: String, expected: String) {
        #expect(WebAddress(text)?.text == expected)
    }

    @Test(
        "what is no address of the web is refused",
        arguments: [
            "", "x", "/x", "//a.example/x", "file:///etc/passwd", "FILE://localhost/etc/passwd", "ftp://a.example/",
            "gopher://a/",
            "javascript:alert(1)", "data:image/gif;base64,AA", "http:", "http:/a", "http://", "http:///x", "https://?x",
            "http://user@a.example/", "http://a.example@127.0.0.1/", "http://user:pass@a.example/",
            "http://a.example:0/",
            "http://a.example:65536/", "http://a.example:x/", "http://a.example:80:80/", "http://a example/",
            "http://a%2eb/",
            "http://a\\b/", "http://é.example/", "http://a..b/", "http://.a/", "http://-o\u{0}/", "http://a.example/\n",
            "http://a.example/\u{7F}", "http://a.example/x\r\noutput = \"/tmp/x\"", " http://a.example/",
            "http://[::1/", "http://[::1]x/",
            "http://[fe80::1%25eth0]/", "http://[]/", "http://999.1.1.1/", "http://1.2.3.4.5/", "http://0x100000000/",
            "http://08.1/",
            "http://a.example/" + String(repeating: "x", count: 4096),
            "http://a.example/" + String(repeating: " ", count: 2000),
            "http://" + String(repeating: "a", count: 64) + ".example/",
            // A bracket, a colon and a slash with a combining mark behind it; a letter that is k in lower case.
            "http://[\u{711}::6]/", "http://[::1\u{711}]/", "http://[::1]:\u{300}80/", "http://\u{212A}.example/",
        ])
    func refused(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(
        "a Location is read as a browser would",
        arguments: [
            ("https://b.example/y", "https://b.example:443/y"), ("//b.example/y", "http://b.example:80/y"),
            ("/y?z", "http://a.example:80/y?z"),
            ("?z", "http://a.example:80/v1/search?z"), ("y", "http://a.example:80/v1/y"),
            ("../y", "http://a.example:80/v1/../y"),
            ("y:z/", nil), ("file:///etc/passwd", nil), ("", nil), ("/y\u{1}", nil),
            ("/a:b", "http://a.example:80/a:b"),
            ("/\u{300}y", "http://a.example:80/%CC%80y"), ("//\u{300}y/", nil),
            ("?\u{300}", "http://a.example:80/v1/search?%CC%80"), ("http:\u{300}//b.example/", nil),
        ] as [(String, String?)])
    func resolved(reference: String, expected: String?) throws {
        let address = try #require(WebAddress("http://a.example/v1/search?limit=1"))
        #expect(address.resolving(reference)?.text == expected)
    }

    @Test(
        "this machine is known in all its writings",
        arguments: [
            "localhost", "a.localhost", "localhost.", "127.0.0.1", "127.255.0.1", "127.1", "2130706433", "0x7f000001",
            "0x7f.1", "017700000001",
            "0177.0.0.1", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]",
            "127.0.0.1.",
        ])
    func loopback(host: String) { #expect(HostReach(of: host) == .loopback) }

    @Test(
        "the local network is known, and addresses that are nobody's",
        arguments: [
            "0.0.0.0", "0", "10.0.0.1", "10.1", "100.64.0.1", "169.254.169.254", "0xa9fea9fe", "2852039166",
            "172.16.0.1", "172.31.255.255",
            "192.168.1.1", "192.0.0.8", "198.18.0.1", "224.0.0.1", "255.255.255.255", "[::]", "[fe80::1]", "[fc00::1]",
            "[fd00:ec2::254]",
            "[ff02::1]", "[::ffff:10.0.0.1]", "[2002:a00:1::]", "[64:ff9b::a9fe:a9fe]", "printer.local",
            "metadata.google.internal",
        ])
    func local(host: String) { #expect(HostReach(of: host) == .local) }

    @Test(
        "others are anywhere",
        arguments: [
            "api.thecatapi.com", "8.8.8.8", "172.32.0.1", "11.0.0.1", "[2606:4700::1111]", "127.example",
            "localhost.example", "a_b.example",
        ])
    func anywhere(host: String) { #expect(HostReach(of: host) == .anywhere) }

    @Test(
        "a service elsewhere can't send the server to this machine, to the local network, or to plain http",
        arguments: [
            ("https://api.thecatapi.com/x", true), ("https://cdn2.thecatapi.com/x", true),
            ("http://cdn2.thecatapi.com/x", false),
            ("https://127.0.0.1/x", false), ("https://localhost/x", false), ("https://169.254.169.254/x", false),
            ("https://[::1]/x", false),
            ("https://10.0.0.1/x", false), ("http://api.thecatapi.com/x", false),
        ])
    func publicRules(text: String, isAllowed: Bool) throws {
        let rules = LoadingRules(base: try #require(WebAddress(PetConfiguration.catAPI)))
        #expect(rules.allow(try #require(WebAddress(text))) == isAllowed)
    }

    @Test(
        "a service on this machine may send the server to this machine, and to https elsewhere",
        arguments: [
            ("http://127.0.0.1:9/x", true), ("http://localhost:8/x", true), ("https://cdn2.thecatapi.com/x", true),
            ("http://cdn2.thecatapi.com/x", false), ("http://169.254.169.254/x", false),
            ("https://192.168.0.1/x", false),
        ])
    func loopbackRules(text: String, isAllowed: Bool) throws {
        let rules = LoadingRules(base: try #require(WebAddress("http://127.0.0.1:9")))
        #expect(rules.allow(try #require(WebAddress(text))) == isAllowed)
    }

    @Test("a base is https, or http on this machine")
    func bases() throws {
        for base in [
            "https://a.example", "https://a.example/cats/", "http://127.0.0.1:8080", "http://[::1]:1/",
            "http://localhost",
        ] {
            try PetConfiguration.check(base: base)
        }
        for (base, problem) in [
            ("http://a.example", PetConfiguration.BaseProblem.plainHTTP), ("http://10.0.0.1", .plainHTTP),
            ("a.example", .notAnAddress),
            ("https://a.example?x", .hasQuery), ("https://a.example#x", .hasQuery),
            ("https://a.example?\u{300}", .hasQuery), ("ftp://a.example", .notAnAddress),
            ("https://u:p@a.example", .notAnAddress),
        ] {
            #expect(throws: problem) { try PetConfiguration.check(base: base) }
        }
        #expect(
            WebAddress("https://a.example/cats/")?.appending("/v1/x?y")?.text == "https://a.example:443/cats/v1/x?y")
        #expect(WebAddress("https://a.example")?.appending("/v1/x")?.text == "https://a.example:443/v1/x")
    }

    @Test("a key that could be two headers is no key")
    func keys() throws {
        for key in ["", "a\r\nb", "a b", "ä", String(repeating: "a", count: 513)] {
            #expect(try PetConfiguration(catKey: key, cacheDirectory: "/x").key(.cat) == nil)
        }
        let configuration = try PetConfiguration(catKey: "live_1\"\\", dogKey: "d", cacheDirectory: "/x")
        #expect(configuration.key(.cat) == "live_1\"\\")
        #expect(configuration.key(.dog) == "d")
    }
}
