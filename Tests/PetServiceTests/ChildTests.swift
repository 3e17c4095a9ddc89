import Testing

/// Everything that runs child processes, one test at a time: side by side they would be slow enough to miss their
/// deadlines on a busy machine.
@Suite(.serialized) enum ChildTests {}
