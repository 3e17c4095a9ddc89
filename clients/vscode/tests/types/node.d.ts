// The part of Node's interface that this extension uses.

interface Buffer extends Uint8Array {
  toString(encoding?: string): string;
  subarray(start?: number, end?: number): Buffer;
  indexOf(value: number, start?: number): number;
}
declare const Buffer: {
  concat(pieces: readonly Uint8Array[]): Buffer;
  from(data: string | Uint8Array): Buffer;
  byteLength(text: string): number;
};
declare const process: { pid: number; env: Record<string, string | undefined>; platform: string };
declare const console: { error(...values: unknown[]): void };
declare const module: { exports: any };
declare const __dirname: string;
interface Thenable<T> extends PromiseLike<T> {}
declare function setTimeout(run: () => void, milliseconds: number): NodeJS.Timeout;
declare function clearTimeout(timer: NodeJS.Timeout | undefined): void;

declare namespace NodeJS {
  interface Timeout {
    unref(): void;
  }
  interface ErrnoException extends Error {
    code?: string;
  }
  interface ReadableStream {
    on(event: 'data', listener: (data: Buffer) => void): unknown;
  }
}

declare module 'child_process' {
  interface Child {
    readonly pid?: number;
    readonly stdin: { write(text: string): boolean; end(): void; on(event: 'error', listener: (error: Error) => void): void };
    readonly stdout: NodeJS.ReadableStream;
    readonly stderr: NodeJS.ReadableStream;
    on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): void;
    on(event: 'exit', listener: (code: number | null, signal: string | null) => void): void;
    once(event: 'exit' | 'close', listener: () => void): void;
    kill(signal: string): boolean;
  }
  function spawn(file: string, args: string[], options: { stdio: string[]; windowsHide: boolean }): Child;
}
declare module 'crypto' {
  function randomUUID(): string;
  function randomBytes(count: number): { toString(encoding: 'hex'): string };
}
declare module 'fs' {
  function existsSync(path: string): boolean;
  function realpathSync(path: string): string;
  const promises: { readFile(path: string): Promise<Buffer> };
}
declare module 'os' {
  function homedir(): string;
}
declare module 'path' {
  function join(...parts: string[]): string;
  const delimiter: string;
}
