/// The version of the server.
enum Version {
    static let text = "0.1.0"
}
