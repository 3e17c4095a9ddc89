// Types of todo-server 0.1.0, made from openrpc.json by `make protocol`.

/** What may stand beside the params of any method: it speaks to other layers. */
export interface Metadata {
  workDoneToken?: unknown;
  [name: `_${string}`]: unknown;
}

export interface ClientInfo {
  /** What the client is called. */
  name: string;
  /** Its version. */
  version?: string;
  [name: string]: unknown;
}

export interface InitializeParams {
  /** The client's process: when it is gone, the server ends. */
  processId?: number | null;
  /** Who the client is. Nothing follows from it. */
  clientInfo?: ClientInfo | null;
  /** The language of messages and titles: en or ko. */
  locale?: string | null;
  /** What the client can do. Nothing follows from it. */
  capabilities?: Record<string, unknown> | null;
  [name: string]: unknown;
}

export interface InitializeResult {
  /** Who answers. */
  serverInfo: ServerInfo;
  /** The version of this protocol. */
  protocolVersion: number;
  /** Names this session, unlike any other. */
  session: string;
  /** What there is beyond the methods. */
  capabilities: Capabilities;
}

export interface ServerInfo {
  /** Always todo-server. */
  name: string;
  /** The version of the server. */
  version: string;
}

export interface Capabilities {
  /** The languages of messages and titles. */
  locales: Array<string>;
  /** The longest message that is read. */
  maxMessageBytes: number;
}

export interface TodoCreateParams extends Metadata {
  /** One line; blanks at both ends are removed. At most 1000 characters as a person sees them (grapheme clusters). */
  title: string;
  /** Free text. Its length is counted in bytes of UTF-8. */
  detail?: string;
  /** The section; made if it is not there. Left out: that of `before` or `after`, else none. At most 200 characters as a person sees them (grapheme clusters). */
  category?: string;
  /** Whether it is done already. */
  isCompleted?: boolean;
  /** Puts it on today's list. */
  isToday?: boolean;
  /** The day by which it should be done; null for none. */
  dueOn?: string | null;
  /** The todo that it goes before, in that one's section. */
  before?: number;
  /** The todo that it goes behind, in that one's section. */
  after?: number;
  /** Its place in the section, from 0; past the end means the end. */
  index?: number;
  /** Makes it safe to send the request again: within 7 days the same key gets the first reply again. At most 64 characters as a person sees them (grapheme clusters). */
  key?: string;
}

export interface Todo {
  /** Counted up from 1; never given again in this store. */
  id: number;
  /** One line. */
  title: string;
  /** Free text; "" when there is none. */
  detail: string;
  /** The title of its section; "" when it has none. */
  category: string;
  /** Whether it is done. */
  isCompleted: boolean;
  /** Put on today's list by hand; nothing clears it but the user. */
  isToday: boolean;
  /** The day by which it should be done. */
  dueOn: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it last changed. */
  modifiedAt: string;
  /** When it was completed; null while it is open. */
  completedAt: string | null;
  /** The store's revision when it last changed. */
  revision: number;
}

export interface TodoGetParams extends Metadata {
  /** The todo. */
  id: number;
}

export interface TodoUpdateParams extends Metadata {
  /** The todo. */
  id: number;
  /** One line; blanks at both ends are removed. At most 1000 characters as a person sees them (grapheme clusters). */
  title?: string;
  /** Free text. Its length is counted in bytes of UTF-8. */
  detail?: string;
  /** The section; made if it is not there. At most 200 characters as a person sees them (grapheme clusters). */
  category?: string;
  /** Ticks it off, or opens it again. */
  isCompleted?: boolean;
  /** Puts it on today's list, or takes it off. */
  isToday?: boolean;
  /** The day by which it should be done; null clears it. */
  dueOn?: string | null;
  /** Only if the todo still has that revision. */
  ifRevision?: number;
  /** Makes it safe to send the request again: within 7 days the same key gets the first reply again. At most 64 characters as a person sees them (grapheme clusters). */
  key?: string;
}

export interface TodoMoveParams extends Metadata {
  /** The todo. */
  id: number;
  /** The todo that it goes before, in that one's section. */
  before?: number;
  /** The todo that it goes behind, in that one's section. */
  after?: number;
  /** Its place afterwards among all todos of the section, from 0; past the end means the end. */
  index?: number;
  /** The section: of `index`, or alone for its end. At most 200 characters as a person sees them (grapheme clusters). */
  category?: string;
  /** Only if the todo still has that revision. */
  ifRevision?: number;
  /** Makes it safe to send the request again: within 7 days the same key gets the first reply again. At most 64 characters as a person sees them (grapheme clusters). */
  key?: string;
}

export interface Filter {
  /** Todos of the section of that id, of any grouping. */
  section?: string;
  /** Todos of that category; "" for those without one. At most 200 characters as a person sees them (grapheme clusters). */
  category?: string;
  /** Only completed, or only open todos. */
  isCompleted?: boolean;
  /** Only todos that were, or were not, put on today's list by hand. */
  isToday?: boolean;
  /** Todos due on that day or earlier. */
  dueBefore?: string;
  /** Todos due on that day or later. */
  dueAfter?: string;
  /** Only todos with, or only those without a day. */
  hasDue?: boolean;
  /** Todos with that text in title or detail, without regard to case; Korean initial consonants find syllables. At most 1000 characters as a person sees them (grapheme clusters). */
  text?: string;
  /** Only these todos. */
  ids?: Array<number>;
}

export interface TodoListParams extends Metadata {
  /** Which todos; all that is given must hold. */
  filter?: Filter;
  /** The members of a todo that are wanted; id always comes. */
  fields?: Array<"id" | "title" | "detail" | "category" | "isCompleted" | "isToday" | "dueOn" | "createdAt" | "modifiedAt" | "completedAt" | "revision">;
  /** How many todos a page has at most. Fewer where their texts are longer than 16 MiB together. */
  limit?: number;
  /** The nextCursor of the page before, with the same filter. */
  cursor?: string;
}

export interface TodoPage {
  /** The todos of this page. */
  todos: Array<ListedTodo>;
  /** For the next page; null when there is none. */
  nextCursor: string | null;
}

export interface ListedTodo {
  /** Counted up from 1; never given again in this store. */
  id: number;
  /** One line. */
  title?: string;
  /** Free text; "" when there is none. */
  detail?: string;
  /** The title of its section; "" when it has none. */
  category?: string;
  /** Whether it is done. */
  isCompleted?: boolean;
  /** Put on today's list by hand; nothing clears it but the user. */
  isToday?: boolean;
  /** The day by which it should be done. */
  dueOn?: string | null;
  /** When it was created. */
  createdAt?: string;
  /** When it last changed. */
  modifiedAt?: string;
  /** When it was completed; null while it is open. */
  completedAt?: string | null;
  /** The store's revision when it last changed. */
  revision?: number;
}

export interface TodoDeleteParams extends Metadata {
  /** The todo. */
  id: number;
  /** Only if the todo still has that revision. */
  ifRevision?: number;
  /** Makes it safe to send the request again: within 7 days the same key gets the first reply again. At most 64 characters as a person sees them (grapheme clusters). */
  key?: string;
}

export interface ManyChanges {
  /** The section; each goes to its end. At most 200 characters as a person sees them (grapheme clusters). */
  category?: string;
  /** Ticks them off, or opens them again. */
  isCompleted?: boolean;
  /** Puts them on today's list, or takes them off. */
  isToday?: boolean;
  /** The day by which they should be done; null clears it. */
  dueOn?: string | null;
}

export interface TodoUpdateManyParams extends Metadata {
  /** These todos; all must be there. */
  ids?: Array<number>;
  /** All todos that match; {} means all that there are. */
  filter?: Filter;
  /** What changes; what is left out stays. */
  set: ManyChanges;
  /** Makes it safe to send the request again: within 7 days the same key gets the first reply again. At most 64 characters as a person sees them (grapheme clusters). */
  key?: string;
}

export interface ChangedTodos {
  /** The todos that the request meant. */
  ids: Array<number>;
  /** The store's revision afterwards. */
  revision: number;
}

export interface TodoDeleteManyParams extends Metadata {
  /** These todos; all must be there. */
  ids?: Array<number>;
  /** All todos that match; {} means all that there are. */
  filter?: Filter;
  /** Makes it safe to send the request again: within 7 days the same key gets the first reply again. At most 64 characters as a person sees them (grapheme clusters). */
  key?: string;
}

export interface TodoUndoParams extends Metadata {
  /** The revision that the change made. */
  revision?: number;
  /** Whose newest change, where none is named. */
  scope?: "session" | "store";
  /** The members of a todo that are wanted; id always comes. */
  fields?: Array<"id" | "title" | "detail" | "category" | "isCompleted" | "isToday" | "dueOn" | "createdAt" | "modifiedAt" | "completedAt" | "revision">;
  /** How many todos come at most. Left out: all that it touched. */
  limit?: number;
}

export interface UndoResult {
  /** Of this change, with which it can be undone in turn. */
  revision: number;
  /** What it touched, as it is now; null for what is gone again. */
  todos: Array<ListedTodo | null>;
  /** The revision that was taken back. */
  undone: number;
  /** How many more it touched, where `limit` leaves some out. */
  omitted?: number;
}

export interface ChangesSinceParams extends Metadata {
  /** The cursor of the time before. */
  cursor?: string;
  /** The members of a todo that are wanted; id always comes. */
  fields?: Array<"id" | "title" | "detail" | "category" | "isCompleted" | "isToday" | "dueOn" | "createdAt" | "modifiedAt" | "completedAt" | "revision">;
  /** How many changes come at most. Fewer where their texts are longer than 16 MiB together. */
  limit?: number;
}

export interface Changes {
  /** The todos that changed. */
  changes: Array<Change>;
  /** Whether sections were made, renamed, moved or deleted: titles and order are to be listed anew. */
  sectionsChanged: boolean;
  /** For the next time. */
  cursor: string;
  /** Whether there is more now already. */
  hasMore: boolean;
}

export interface Change {
  /** The todo. */
  id: number;
  /** What happened to it: created, if it is new since the cursor. */
  kind: "created" | "updated" | "moved" | "deleted";
  /** As it is now; null when it is gone. */
  todo: ListedTodo | null;
}

export interface SectionsListParams extends Metadata {
  /** What sections are made of. */
  groupBy?: "category" | "schedule" | "initial";
  /** Whether the todos come too. */
  includeTodos?: boolean;
  /** Whether categories without todos come, which keep their place and id. */
  includeEmpty?: boolean;
  /** The members of a todo that are wanted; id always comes. */
  fields?: Array<"id" | "title" | "detail" | "category" | "isCompleted" | "isToday" | "dueOn" | "createdAt" | "modifiedAt" | "completedAt" | "revision">;
  /** How many todos come of each section at most. Fewer where their texts are longer than 16 MiB together. */
  limit?: number;
  /** The day that counts as today. Left out: the server's, in its time zone. */
  today?: string;
}

export interface Sections {
  /** The sections, in order. */
  sections: Array<Section>;
  /** Each index title with the first section that has it: ㄱ…ㅎ, A…Z, others, #. */
  index: Array<IndexEntry>;
  /** The day that counted as today. */
  today: string;
  /** The store's revision. */
  revision: number;
}

export interface Section {
  /** A rename does not change it. */
  id: string;
  /** The title to show. */
  title: string;
  /** The letter under which it stands in the index. */
  indexTitle: string;
  /** All its todos. */
  count: number;
  /** Those that are completed. */
  completedCount: number;
  /** The first of its todos. */
  todos?: Array<ListedTodo>;
  /** Goes on with todo.list and the filter {section: id}; null when all todos are here. */
  nextCursor?: string | null;
}

export interface IndexEntry {
  /** The index title. */
  title: string;
  /** The number of the first section that has it, from 0. */
  section: number;
}

export interface SectionsRenameParams extends Metadata {
  /** The section. */
  id: string;
  /** One line; blanks at both ends are removed. At most 200 characters as a person sees them (grapheme clusters). */
  title: string;
}

export interface SectionsMoveParams extends Metadata {
  /** The section. */
  id: string;
  /** The section that it goes before. */
  before?: string;
  /** The section that it goes behind. */
  after?: string;
  /** Its place afterwards, from 0; past the end means the end. */
  index?: number;
}

export interface SectionsDeleteParams extends Metadata {
  /** The section. */
  id: string;
  /** The section that its todos go to. */
  moveTo?: string;
  /** Whether its todos are deleted. */
  deleteTodos?: boolean;
}

export interface PetRandomParams extends Metadata {
  /** A cat or a dog. */
  kind: "cat" | "dog";
  /** How large the picture is. */
  size?: "thumb" | "small" | "med" | "full";
  /** Kinds of pictures; none: any. */
  mimeTypes?: Array<"png" | "jpg" | "gif">;
  /** Only pets whose breed is known, or only others. */
  hasBreeds?: boolean;
  /** Where the network fails: a pet seen before, or one that comes with the server. */
  allowOffline?: boolean;
}

export interface Pet {
  /** Names it, for pet.image. */
  id: string;
  /** A cat or a dog. */
  kind: "cat" | "dog";
  /** Where the picture is. */
  url: string;
  /** In pixels, where known. */
  width: number | null;
  /** In pixels, where known. */
  height: number | null;
  /** The kind of picture, where known. */
  mimeType: string | null;
  /** The names of its breeds, where known. */
  breeds: Array<string>;
  /** The id under which the service keeps it as a favourite. */
  favourite: string | null;
  /** Where it comes from: only `network` is new. */
  source: "network" | "cache" | "bundled";
}

export interface PetImageParams extends Metadata {
  /** A cat or a dog. */
  kind: "cat" | "dog";
  /** The id that pet.random gave. */
  id: string;
}

export interface PetImage {
  /** The file in the cache. */
  path: string;
  /** By its first bytes. */
  mimeType: string;
  /** Its size. */
  byteCount: number;
  /** In pixels, where known. */
  width: number | null;
  /** In pixels, where known. */
  height: number | null;
}

export interface CancelParams {
  /** The id of the request. */
  id?: string | number;
  [name: string]: unknown;
}

export interface DidChangeParams {
  /** The store's revision. */
  revision: number;
  /** The todos; absent for more than 100. */
  ids?: Array<number>;
  /** Whether this session made the change. */
  origin: "self" | "other";
}

export interface ParseErrorData {
  /** Names the error. */
  kind: "parseError";
  /** The byte of the message at which it cannot be read. */
  offset: number;
  /** What is wrong there. */
  reason: string;
}

export interface InvalidRequestData {
  /** Names the error. */
  kind: "invalidRequest";
  /** Why it is no request. */
  reason: string;
}

export interface MethodNotFoundData {
  /** Names the error. */
  kind: "methodNotFound";
  /** The name that is not known. */
  method: string;
  /** The nearest name that is. */
  hint?: string;
}

export interface InvalidParamsData {
  /** Names the error. */
  kind: "invalidParams";
  /** Which of the params, as a JSON pointer; "" for them as a whole. */
  path: string;
  /** What is wrong with it. */
  reason: "missing" | "type" | "empty" | "tooLong" | "multiline" | "format" | "range" | "unknown" | "conflicting";
  /** The nearest name or word that is known, for an unknown one. */
  hint?: string;
}

export interface InternalErrorData {
  /** Names the error. */
  kind: "internalError";
}

export interface CancelledData {
  /** Names the error. */
  kind: "cancelled";
}

export interface NotFoundData {
  /** Names the error. */
  kind: "notFound";
  /** The id that nothing has. */
  id: string | number;
}

export interface ConflictData {
  /** Names the error. */
  kind: "conflict";
  /** What stands against it. */
  reason: "revision" | "titleTaken" | "notEmpty" | "builtIn" | "changedSince" | "takenBack" | "nothingToUndo" | "key";
  /** The todo as it is, where one is concerned. */
  current?: Todo;
}

export interface GoneData {
  /** Names the error. */
  kind: "gone";
}

export interface PetUnavailableData {
  /** Names the error. */
  kind: "petUnavailable";
  /** Why. */
  reason: "offline" | "timeout" | "http" | "rateLimited" | "badAnswer" | "tooLarge" | "noClient";
  /** The status that the service answered with, where it did. */
  status?: number;
  /** After so many seconds it is worth another try, where known. */
  retryAfter?: number;
}

export interface StoreUnavailableData {
  /** Names the error. */
  kind: "storeUnavailable";
  /** Why. */
  reason: "locked" | "full" | "readOnly" | "damaged" | "notAStore" | "newerVersion" | "missing";
  /** The file or folder that is concerned. */
  path: string;
}

/** What a client asks: params and result by method. */
export interface Methods {
  /** Introduces the client. */
  "initialize": { params: InitializeParams; result: InitializeResult };
  /** Gives the OpenRPC document of this very server: every method with its params, result, errors and examples. */
  "rpc.discover": { params: Metadata; result: Record<string, unknown> };
  /** Adds a todo, at the end of its section unless a place is given. */
  "todo.create": { params: TodoCreateParams; result: Todo };
  /** Gives one todo. */
  "todo.get": { params: TodoGetParams; result: Todo };
  /** Changes what is named and leaves the rest. */
  "todo.update": { params: TodoUpdateParams; result: Todo };
  /** Takes a todo out and puts it in elsewhere, in its section or in another one. */
  "todo.move": { params: TodoMoveParams; result: Todo };
  /** Gives todos page by page: sections in their order, todos in theirs. */
  "todo.list": { params: TodoListParams; result: TodoPage };
  /** Deletes a todo, and gives it as it was. */
  "todo.delete": { params: TodoDeleteParams; result: Todo };
  /** Changes many todos at once, all or none, as one change that can be undone as a whole: those with these ids, or all that match a filter. */
  "todo.updateMany": { params: TodoUpdateManyParams; result: ChangedTodos };
  /** Deletes many todos at once, all or none, as one change that can be undone as a whole: those with these ids, or all that match a filter. */
  "todo.deleteMany": { params: TodoDeleteManyParams; result: ChangedTodos };
  /** Takes back one request as a whole: without params this session's newest change that is not taken back, with scope `store` anyone's, with `revision` the one that made it. */
  "todo.undo": { params: TodoUndoParams; result: UndoResult };
  /** Gives what has changed since a cursor, so that a client can keep a copy. */
  "changes.since": { params: ChangesSinceParams; result: Changes };
  /** Gives the sections of a grouping, each with its counts and the first todos, and an index of their initial letters. */
  "sections.list": { params: SectionsListParams; result: Sections };
  /** Gives a category another title. */
  "sections.rename": { params: SectionsRenameParams; result: Section };
  /** Puts a category elsewhere among all of them, empty ones too. */
  "sections.move": { params: SectionsMoveParams; result: Section };
  /** Deletes a category. */
  "sections.delete": { params: SectionsDeleteParams; result: ChangedTodos };
  /** Gives a random cat or dog from TheCatAPI or TheDogAPI. */
  "pet.random": { params: PetRandomParams; result: Pet };
  /** Loads the picture of a pet that pet.random gave, and tells the file in the cache that it is in. */
  "pet.image": { params: PetImageParams; result: PetImage };
  /** Says that `exit` is next. */
  "shutdown": { params: Record<string, unknown>; result: null };
}

/** What a client says without being answered. */
export interface Notifications {
  /** The client is ready. */
  "initialized": { params: Record<string, unknown> };
  /** The client no longer waits for the request of that id: if it is still under way, it is answered with -32800. */
  "$/cancelRequest": { params: CancelParams };
  /** Ends the server, with status 0 after `shutdown` and 1 otherwise. */
  "exit": { params: Record<string, unknown> };
}

/** What the server says unasked. */
export interface ServerNotifications {
  /** Tells a client that has sent initialize that todos or sections have changed, by whatever process, within 100 ms. */
  "todo.didChange": { params: DidChangeParams };
}

/** The codes of errors by `data.kind`. */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  cancelled: -32800,
  notFound: 404,
  conflict: 409,
  gone: 410,
  petUnavailable: 502,
  storeUnavailable: 503,
} as const;

/** What `data` of an error holds, told apart by `kind`. */
export type ErrorData =
  | ParseErrorData
  | InvalidRequestData
  | MethodNotFoundData
  | InvalidParamsData
  | InternalErrorData
  | CancelledData
  | NotFoundData
  | ConflictData
  | GoneData
  | PetUnavailableData
  | StoreUnavailableData;
