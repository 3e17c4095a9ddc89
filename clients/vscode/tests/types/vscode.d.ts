// The part of the editor's interface that this extension uses, as of version 1.82. The tests' stand-in behaves like it.

declare module 'vscode' {
  export type ProviderResult<T> = T | undefined | null | Thenable<T | undefined | null>;
  export interface Disposable {
    dispose(): any;
  }
  export type Event<T> = (listener: (event: T) => any) => Disposable;
  export class EventEmitter<T> {
    event: Event<T>;
    fire(data: T): void;
    dispose(): void;
  }
  export interface CancellationToken {
    isCancellationRequested: boolean;
  }

  export class Uri {
    static parse(value: string): Uri;
    static file(path: string): Uri;
    static from(parts: { scheme: string; authority?: string; path?: string; query?: string; fragment?: string }): Uri;
    static joinPath(base: Uri, ...segments: string[]): Uri;
    readonly scheme: string;
    readonly authority: string;
    readonly path: string;
    readonly query: string;
    readonly fragment: string;
    readonly fsPath: string;
    toString(): string;
  }

  export class ThemeIcon {
    constructor(id: string);
    readonly id: string;
  }
  export class ThemeColor {
    constructor(id: string);
    readonly id: string;
  }

  // Trees

  export enum TreeItemCollapsibleState {
    None = 0,
    Collapsed = 1,
    Expanded = 2,
  }
  export enum TreeItemCheckboxState {
    Unchecked = 0,
    Checked = 1,
  }
  export interface Command {
    title: string;
    command: string;
    arguments?: any[];
  }
  export class TreeItem {
    constructor(label: string, state?: TreeItemCollapsibleState);
    label?: string;
    id?: string;
    description?: string | boolean;
    tooltip?: string;
    contextValue?: string;
    resourceUri?: Uri;
    iconPath?: ThemeIcon;
    command?: Command;
    collapsibleState?: TreeItemCollapsibleState;
    checkboxState?: TreeItemCheckboxState | { state: TreeItemCheckboxState; tooltip?: string };
  }
  export interface TreeDataProvider<T> {
    onDidChangeTreeData?: Event<T | undefined>;
    getTreeItem(element: T): TreeItem | Thenable<TreeItem>;
    getChildren(element?: T): ProviderResult<T[]>;
    getParent?(element: T): ProviderResult<T>;
  }
  export class DataTransferItem {
    constructor(value: any);
    readonly value: any;
    asString(): Thenable<string>;
  }
  export class DataTransfer {
    get(mime: string): DataTransferItem | undefined;
    set(mime: string, item: DataTransferItem): void;
  }
  export interface TreeDragAndDropController<T> {
    readonly dropMimeTypes: readonly string[];
    readonly dragMimeTypes: readonly string[];
    handleDrag?(source: readonly T[], data: DataTransfer, token: CancellationToken): Thenable<void> | void;
    handleDrop?(target: T | undefined, data: DataTransfer, token: CancellationToken): Thenable<void> | void;
  }
  export interface TreeView<T> extends Disposable {
    readonly selection: readonly T[];
    readonly visible: boolean;
    message?: string;
    title?: string;
    description?: string;
    readonly onDidExpandElement: Event<{ element: T }>;
    readonly onDidCollapseElement: Event<{ element: T }>;
    readonly onDidChangeCheckboxState: Event<{ items: readonly [T, TreeItemCheckboxState][] }>;
    reveal(element: T, options?: { select?: boolean; focus?: boolean; expand?: boolean | number }): Thenable<void>;
  }
  export interface TreeViewOptions<T> {
    treeDataProvider: TreeDataProvider<T>;
    showCollapseAll?: boolean;
    canSelectMany?: boolean;
    dragAndDropController?: TreeDragAndDropController<T>;
    manageCheckboxStateManually?: boolean;
  }
  export class FileDecoration {
    constructor(badge?: string, tooltip?: string, color?: ThemeColor);
    badge?: string;
    tooltip?: string;
    color?: ThemeColor;
  }

  // Files and documents

  export enum FileType {
    Unknown = 0,
    File = 1,
    Directory = 2,
  }
  export enum FileChangeType {
    Changed = 1,
    Created = 2,
    Deleted = 3,
  }
  export interface FileStat {
    type: FileType;
    ctime: number;
    mtime: number;
    size: number;
  }
  export interface FileChangeEvent {
    readonly type: FileChangeType;
    readonly uri: Uri;
  }
  export class FileSystemError extends Error {
    static FileNotFound(messageOrUri?: string | Uri): FileSystemError;
    static NoPermissions(messageOrUri?: string | Uri): FileSystemError;
    static Unavailable(messageOrUri?: string | Uri): FileSystemError;
    readonly code: string;
  }
  export interface FileSystemProvider {
    readonly onDidChangeFile: Event<FileChangeEvent[]>;
    watch(uri: Uri, options: { readonly recursive: boolean; readonly excludes: readonly string[] }): Disposable;
    stat(uri: Uri): FileStat | Thenable<FileStat>;
    readDirectory(uri: Uri): [string, FileType][] | Thenable<[string, FileType][]>;
    createDirectory(uri: Uri): void | Thenable<void>;
    readFile(uri: Uri): Uint8Array | Thenable<Uint8Array>;
    writeFile(uri: Uri, content: Uint8Array, options: { readonly create: boolean; readonly overwrite: boolean }): void | Thenable<void>;
    delete(uri: Uri, options: { readonly recursive: boolean }): void | Thenable<void>;
    rename(from: Uri, to: Uri, options: { readonly overwrite: boolean }): void | Thenable<void>;
  }
  export interface TextDocument {
    readonly uri: Uri;
    readonly isDirty: boolean;
    getText(): string;
    save(): Thenable<boolean>;
  }
  export interface TextEditor {
    readonly document: TextDocument;
  }
  export interface ConfigurationChangeEvent {
    affectsConfiguration(section: string): boolean;
  }
  export namespace workspace {
    const textDocuments: readonly TextDocument[];
    const onDidChangeTextDocument: Event<{ readonly document: TextDocument }>;
    const onDidCloseTextDocument: Event<TextDocument>;
    const onDidChangeConfiguration: Event<ConfigurationChangeEvent>;
    function getConfiguration(section: string): { get<T>(name: string, otherwise: T): T };
    function registerFileSystemProvider(scheme: string, provider: FileSystemProvider, options?: { readonly isCaseSensitive?: boolean }): Disposable;
    function registerTextDocumentContentProvider(scheme: string, provider: { provideTextDocumentContent(uri: Uri): ProviderResult<string> }): Disposable;
  }

  // Web views

  export interface Webview {
    options: { enableScripts?: boolean; localResourceRoots?: readonly Uri[] };
    html: string;
    readonly cspSource: string;
    readonly onDidReceiveMessage: Event<any>;
    asWebviewUri(uri: Uri): Uri;
    postMessage(message: any): Thenable<boolean>;
  }
  export interface WebviewView {
    readonly webview: Webview;
    readonly visible: boolean;
    readonly onDidDispose: Event<void>;
  }
  export interface WebviewViewProvider {
    resolveWebviewView(view: WebviewView, context: any, token: CancellationToken): Thenable<void> | void;
  }

  // Asking and telling

  export interface QuickPickItem {
    label: string;
    description?: string;
    detail?: string;
    alwaysShow?: boolean;
    buttons?: readonly { iconPath: ThemeIcon; tooltip?: string }[];
  }
  export interface QuickPick<T extends QuickPickItem> extends Disposable {
    title: string | undefined;
    placeholder: string | undefined;
    value: string;
    busy: boolean;
    items: readonly T[];
    readonly selectedItems: readonly T[];
    readonly onDidChangeValue: Event<string>;
    readonly onDidAccept: Event<void>;
    readonly onDidHide: Event<void>;
    readonly onDidTriggerItemButton: Event<{ item: T }>;
    show(): void;
    hide(): void;
  }
  export interface QuickPickOptions {
    title?: string;
    ignoreFocusOut?: boolean;
    matchOnDescription?: boolean;
  }
  export interface InputBoxOptions {
    prompt?: string;
    value?: string;
    ignoreFocusOut?: boolean;
    validateInput?(value: string): string | undefined;
  }
  export interface MessageOptions {
    modal?: boolean;
    detail?: string;
  }
  export interface OutputChannel extends Disposable {
    appendLine(line: string): void;
  }
  export namespace window {
    const onDidChangeWindowState: Event<{ readonly focused: boolean }>;
    function createTreeView<T>(id: string, options: TreeViewOptions<T>): TreeView<T>;
    function registerWebviewViewProvider(id: string, provider: WebviewViewProvider): Disposable;
    function registerFileDecorationProvider(provider: { provideFileDecoration(uri: Uri): ProviderResult<FileDecoration> }): Disposable;
    function createOutputChannel(name: string): OutputChannel;
    function createQuickPick<T extends QuickPickItem>(): QuickPick<T>;
    function showQuickPick<T extends QuickPickItem>(items: readonly T[], options?: QuickPickOptions): Thenable<T | undefined>;
    function showInputBox(options?: InputBoxOptions): Thenable<string | undefined>;
    function showInformationMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showWarningMessage(message: string, options: MessageOptions, ...items: string[]): Thenable<string | undefined>;
    function showErrorMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showTextDocument(uri: Uri, options?: { preview?: boolean; preserveFocus?: boolean }): Thenable<TextEditor>;
    function setStatusBarMessage(text: string, hideAfter: number): Disposable;
  }
  export namespace commands {
    function registerCommand(name: string, run: (...rest: any[]) => any): Disposable;
    function executeCommand(name: string, ...rest: any[]): Thenable<any>;
  }
  export namespace env {
    const language: string;
  }
  export namespace l10n {
    function t(message: string, ...values: (string | number)[]): string;
  }
  export interface ExtensionContext {
    readonly subscriptions: Disposable[];
    readonly extensionUri: Uri;
    readonly globalState: { get<T>(name: string, otherwise: T): T; update(name: string, value: unknown): Thenable<void> };
  }
}
