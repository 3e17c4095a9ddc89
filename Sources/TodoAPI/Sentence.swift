internal import JSON
internal import PetService
internal import TodoCore

/// A language that the server speaks to people in.
package enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case korean = "ko"

    /// From a locale such as "ko", "ko-KR" or "ko_KR.UTF-8"; nil for other languages.
    package init?(locale: String) {
        // A subtag has eight letters at most (RFC 5646), and nobody waits for the end of a text without one.
        let subtag = String(locale.unicodeScalars.prefix(9)).prefix { $0.isLetter }.lowercased()
        self.init(rawValue: subtag)
    }
}

/// One sentence for a person, in each language.
package struct Sentence: Sendable, Equatable {
    package let english: String
    package let korean: String

    /// The same sentence twice, each with its full stop or question mark; titles have none.
    package init(_ english: String, _ korean: String) {
        self.english = english
        self.korean = korean
    }

    /// What somebody who speaks that language reads.
    package func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }
}

/// The titles of the sections that the server itself names.
package enum BuiltInTitle {
    /// Of the section of the todos without a category.
    package static let noCategory = Sentence("No category", "분류 없음")
    package static let today = Sentence("Today", "오늘")
    package static let upcoming = Sentence("Upcoming", "예정")
}

extension Failure {
    /// What is said to a person about it.
    package var sentence: Sentence {
        switch self {
        case .parseError: Sentence("The message could not be read as JSON.", "메시지를 JSON으로 읽을 수 없습니다.")
        case .invalidRequest: Sentence("This is not a valid request.", "올바른 요청이 아닙니다.")
        case .methodNotFound(let method, let hint): Self.unknownMethod(method, hint)
        case .invalidParams(let problem, let special): special ?? Self.sentence(problem)
        case .internalError: Sentence("Something went wrong in the server.", "서버에 오류가 발생했습니다.")
        case .cancelled: Sentence("The request was cancelled.", "요청이 취소되었습니다.")
        case .notFound(.number(let id)): Sentence("There is no todo \(id).", "\(id)번 할 일을 찾을 수 없습니다.")
        case .notFound(.revision(let revision)):
            Sentence("There is no change \(revision).", "\(revision)번 변경을 찾을 수 없습니다.")
        case .notFound(.text(let id)): Sentence("There is nothing with the id \(id).", "\(id)에 해당하는 항목을 찾을 수 없습니다.")
        case .conflict(let reason, _): Self.sentence(reason)
        case .gone:
            Sentence(
                "The cursor or revision is too old, or belongs to another store.",
                "커서나 변경이 너무 오래되었거나 다른 저장소의 것입니다.")
        case .petUnavailable(let reason, _, _): Self.sentence(reason)
        case .storeUnavailable(let failure): Self.sentence(failure.reason)
        case .cacheUnavailable(let failure) where failure.reason == .full:
            Sentence("There is no room on the disk for the picture.", "디스크에 사진을 저장할 공간이 없습니다.")
        case .cacheUnavailable:
            Sentence("The folder for pictures cannot be written.", "사진을 저장할 폴더에 쓸 수 없습니다.")
        case .unsupportedRevision(let requested, _):
            Sentence("Revision \(requested) is not spoken here.", "\(requested) 버전은 지원하지 않습니다.")
        }
    }

    private static func unknownMethod(_ method: String, _ hint: String?) -> Sentence {
        guard let hint else { return Sentence("There is no method \(method).", "\(method) 메서드가 없습니다.") }
        return Sentence(
            "There is no method \(method); did you mean \(hint)?", "\(method) 메서드가 없습니다. \(hint)을(를) 찾으셨나요?")
    }

    private static func sentence(_ problem: ParamProblem) -> Sentence {
        let name = problem.path.isEmpty ? "params" : problem.path.joined(separator: ".")
        switch problem.reason {
        case .missing: return Sentence("\(name) is missing.", "\(name) 항목이 없습니다.")
        case .type: return Sentence("\(name) is not of the right type.", "\(name) 항목의 형식이 올바르지 않습니다.")
        case .empty: return Sentence("\(name) must not be empty.", "\(name) 항목은 비워 둘 수 없습니다.")
        case .tooLong: return Sentence("\(name) is too long.", "\(name) 항목이 너무 깁니다.")
        case .multiline: return Sentence("\(name) must be one line.", "\(name) 항목은 한 줄이어야 합니다.")
        case .format where problem.path.last == "cursor":
            return Sentence(
                "\(name) is none that was given for this request.", "\(name) 항목은 이 요청에 쓸 수 있는 값이 아닙니다.")
        case .format:
            return Sentence(
                "\(name) must be a day such as 2030-01-31.", "\(name) 항목은 2030-01-31과 같은 날짜여야 합니다.")
        case .range: return Sentence("\(name) is out of range.", "\(name) 항목이 허용 범위를 벗어났습니다.")
        case .unknown:
            guard let hint = problem.hint else {
                return Sentence("\(name) is not known here.", "\(name) 항목은 알 수 없습니다.")
            }
            return Sentence(
                "\(name) is not known here; did you mean \(hint)?", "\(name) 항목은 알 수 없습니다. \(hint)을(를) 찾으셨나요?")
        case .conflicting: return Sentence("\(name) does not go with the rest.", "\(name) 항목은 다른 항목과 함께 쓸 수 없습니다.")
        }
    }

    private static func sentence(_ reason: ConflictReason) -> Sentence {
        switch reason {
        case .revision: Sentence("Somebody has changed this todo since.", "그 사이에 할 일이 변경되었습니다.")
        case .titleTaken: Sentence("There is a section of that title already.", "같은 이름의 분류가 이미 있습니다.")
        case .notEmpty: Sentence("The section still has todos.", "분류에 할 일이 남아 있습니다.")
        case .changedSince: Sentence("It has been changed since.", "그 사이에 변경되었습니다.")
        case .takenBack: Sentence("That was taken back already.", "이미 되돌린 작업입니다.")
        case .nothingToUndo: Sentence("There is nothing to undo.", "되돌릴 작업이 없습니다.")
        case .key: Sentence("The key was used for another request.", "다른 요청에 사용한 키입니다.")
        case .builtIn: Sentence("This section cannot be changed like that.", "이 분류는 그렇게 바꿀 수 없습니다.")
        }
    }

    private static func sentence(_ reason: PetFailureReason) -> Sentence {
        switch reason {
        case .offline: Sentence("The picture service cannot be reached.", "사진 서비스에 연결할 수 없습니다.")
        case .timeout: Sentence("The picture service took too long.", "사진 서비스의 응답이 너무 늦습니다.")
        case .http: Sentence("The picture service refused.", "사진 서비스가 요청을 거절했습니다.")
        case .rateLimited: Sentence("The picture service asks to wait a while.", "사진 서비스를 잠시 후에 다시 이용해 주세요.")
        case .badAnswer: Sentence("The picture service gave no usable answer.", "사진 서비스의 응답을 이해할 수 없습니다.")
        case .tooLarge: Sentence("The picture is too large.", "사진이 너무 큽니다.")
        case .noClient: Sentence("curl is needed for pictures, and was not found.", "사진을 받으려면 curl이 필요합니다.")
        }
    }

    private static func sentence(_ reason: StoreFailure.Reason) -> Sentence {
        switch reason {
        case .locked: Sentence("Another program is using the store.", "다른 프로그램이 저장소를 사용하고 있습니다.")
        case .full: Sentence("The disk is full.", "디스크에 공간이 없습니다.")
        case .readOnly: Sentence("The store cannot be written.", "저장소에 쓸 수 없습니다.")
        case .damaged:
            Sentence(
                "The store is damaged and was left as it is: --verify says what is wrong, --recover saves what it can.",
                "저장소가 손상되어 파일을 그대로 두었습니다. --verify로 살펴보고 --recover로 되살릴 수 있습니다.")
        case .notAStore: Sentence("The file is not a store of this server.", "이 파일은 할 일 저장소가 아닙니다.")
        case .newerVersion: Sentence("A newer version wrote this store.", "더 새로운 버전에서 만든 저장소입니다.")
        case .missing: Sentence("The store's file or folder is missing.", "저장소의 파일이나 폴더가 없습니다.")
        }
    }
}
