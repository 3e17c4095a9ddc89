/// The pets of one kind that this process was given, the oldest forgotten first: so that a picture can be had even
/// where no cache can be written.
struct SeenPets {
    private var pets: [String: Pet] = [:]
    private var order: [String] = []

    /// The pet of that id.
    subscript(id: String) -> Pet? { pets[id] }

    /// All of them.
    var all: some Collection<Pet> { pets.values }

    mutating func insert(_ pet: Pet) {
        if pets.updateValue(pet, forKey: pet.id) != nil { order.removeAll { $0 == pet.id } }
        order.append(pet.id)
        if order.count > PetCache.maximumNotes { pets[order.removeFirst()] = nil }
    }
}
