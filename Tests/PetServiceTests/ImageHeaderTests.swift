import Testing

@testable import PetService

@Suite struct ImageHeaderTests {
    private static let lossy =
        Array("RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0".utf8) + [0x9D, 0x01, 0x2A, 0x10, 0x00, 0x20, 0x40]
    private static let lossless = Array("RIFF\0\0\0\0WEBPVP8L\0\0\0\0/".utf8) + [0x0F, 0xC0, 0x07, 0x00]

    @Test("the four kinds are known by their first bytes, with their sizes")
    func kinds() {
        for (bytes, format, width, height) in [
            (Pictures.gif(), ImageHeader.Format.gif, 3, 4), (Pictures.png(), .png, 5, 6), (Pictures.jpg(), .jpg, 7, 8),
            (Pictures.webp(), .webp, 9, 10),
            (Self.lossy, .webp, 16, 32), (Self.lossless, .webp, 16, 32),
        ] {
            let header = ImageHeader(of: bytes)
            #expect(header?.format == format)
            #expect(header?.width == width && header?.height == height)
        }
        #expect(ImageHeader.Format.allCases.map(\.mimeType) == ["image/gif", "image/jpeg", "image/png", "image/webp"])
    }

    @Test("a picture cut anywhere never gives a wrong size")
    func cut() {
        for bytes in [Pictures.gif(), Pictures.png(), Pictures.jpg(), Pictures.webp(), Self.lossy, Self.lossless] {
            let whole = ImageHeader(of: bytes)
            for count in 0..<bytes.count {
                guard let header = ImageHeader(of: Array(bytes[..<count])) else { continue }
                #expect(header == whole || (header.format == .jpg && header.width == nil))
            }
        }
    }

    @Test(
        "what isn't a picture is none",
        arguments: [
            "", "GIF", "GIF88a\u{1}\0\u{1}\0", "<html>", "RIFF\0\0\0\0WAVEfmt ", "RIFF\0\0\0\0WEBPABCD", "BM\0\0",
            "%PDF-1.4", "<svg xmlns='x'/>", "GIF89a\0\0\0\0",
        ])
    func none(text: String) { #expect(ImageHeader(of: Array(text.utf8)) == nil) }

    @Test("a JPEG's size is found behind other segments and fill bytes, and hostile lengths do no harm")
    func segments() {
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 1, 2, 0xFF, 0xFF, 0xFF, 0x01]
        let frame: [UInt8] = [0xFF, 0xC2, 0, 17, 8, 1, 2, 3, 4, 3]
        #expect(ImageHeader(of: start + frame)?.width == 772)
        #expect(ImageHeader(of: start + frame)?.height == 258)
        for tail in [
            [0xFF, 0xE1, 0, 0], [0xFF, 0xE1, 0, 1], [0xFF, 0xE1, 0xFF, 0xFF], [0xFF, 0xD9, 0, 0], [0xFF, 0xDA, 0, 0],
            [0, 0, 0, 0],
        ] as [[UInt8]] {
            let header = ImageHeader(of: start + tail + frame)
            #expect(header?.format == .jpg && header?.width == nil)
        }
    }

    @Test("no bytes make it fail")
    func noise() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = [Pictures.gif(), Pictures.png(), Pictures.jpg(), Pictures.webp(), Self.lossy, Self.lossless]
                .randomElement()!
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let header = ImageHeader(of: bytes) { #expect((header.width == nil) == (header.height == nil)) }
        }
    }

    @Test("the bundled pictures are what they say")
    func bundled() {
        for kind in PetKind.allCases { #expect(BundledPicture.all(kind).count >= 2) }
        for picture in BundledPicture.all {
            let bytes = Base64.decode(picture.base64)
            let header = ImageHeader(of: bytes)
            #expect(header?.format == .png && header?.width == picture.width && header?.height == picture.height)
            #expect(bytes.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        }
    }
}
