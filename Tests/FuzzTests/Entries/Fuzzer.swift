/// Something that reads bytes from outside, and what must hold whatever they are.
enum FuzzTarget: String, CaseIterable {
    /// Streams are cut into the same messages however they arrive.
    case splitter
    /// JSON is read as a plain reference parser reads it.
    case json
    /// Every method, with params made from its declaration.
    case params
    /// What picture services answer.
    case pets

    /// Makes what tries inputs, one after the other, on one thread.
    func makeFuzzer() throws -> any Fuzzer {
        switch self {
        case .splitter: SplitterFuzzer()
        case .json: JSONFuzzer()
        case .params: try ParamsFuzzer()
        case .pets: PetsFuzzer()
        }
    }
}

protocol Fuzzer {
    /// Gives what is wrong; nil when everything is as it must be.
    mutating func run(_ bytes: [UInt8]) -> String?
}

/// An input that decides what happens, byte by byte; when it is over, all further bytes are 0.
struct Decisions {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isOver: Bool { rest.isEmpty }

    mutating func next() -> Int { Int(rest.popFirst() ?? 0) }

    mutating func below(_ limit: Int) -> Int { next() % limit }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func take(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Everything that is left.
    mutating func takeAll() -> [UInt8] { take(rest.count) }
}
