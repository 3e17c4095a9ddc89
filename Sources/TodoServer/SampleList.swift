internal import TodoCore
internal import TodoStore

/// The small list that `--sample` fills an empty store with.
enum SampleList {
    static let todos = [
        NewTodo(title: "Buy milk and bread 🥛🍞", category: "Home"),
        NewTodo(title: "Water the plants 🌱", isToday: true, category: "Home"),
        NewTodo(title: "Call grandmother", detail: "Her birthday is on Sunday.", isToday: true, category: "Family 👨‍👩‍👧"),
        NewTodo(title: "가족 사진 고르기", detail: "열 장 정도", category: "Family 👨‍👩‍👧"),
        NewTodo(title: "회의 준비", detail: "자료 출력, 회의실 예약", isToday: true, category: "업무"),
        NewTodo(title: "보고서 초안 쓰기 ✍️", dueOn: DueDate("2030-03-01"), category: "업무"),
        NewTodo(title: "Reply to the landlord", isCompleted: true, category: "Home"),
        NewTodo(title: "한강에서 자전거 타기 🚴", category: "취미"),
        NewTodo(title: "책 읽기", detail: "하루에 열 쪽", category: "취미"),
        NewTodo(title: "Learn one song on the ukulele 🎵", dueOn: DueDate("2030-06-21"), category: "취미"),
        NewTodo(title: "Pet a cat 🐈 or a dog 🐕"),
    ]
}

extension TodoManager {
    /// Fills the store if it has never had a todo. One that has is left alone.
    func fillWithSample() throws(StoreFailure) {
        do throws(StoreError) {
            try begin(.writing)
            if store.revision == 0 {
                for todo in SampleList.todos { _ = try store.create(todo, at: now) }
            }
        } catch {
            rollback()
            guard case .unavailable(let failure) = error else { return }
            throw failure
        }
        try commit()
    }
}
