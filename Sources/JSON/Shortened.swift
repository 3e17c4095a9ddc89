extension String {
    /// The text itself, or its beginning where it is so long that it cannot be a name: what a client sends comes back in
    /// errors, more than once, and must not cost a multiple of the request.
    package var shortened: String {
        utf8.count <= 1024 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(128))) + "…"
    }
}
