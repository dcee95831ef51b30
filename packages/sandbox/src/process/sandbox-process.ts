import type { Readable, Writable } from 'node:stream';

export type ProcessLimits = {
  cpuSeconds: number;
  /** Resident memory of one process, megabytes; all processes of a job together may use twice as much. */
  memoryMb: number;
  isAwaited: boolean;
};

/** A program of Node.js that runs in the sandbox. A sandbox server knows programs by name, a local isolation by the compiled file. */
export type Program = { name: string; entry: string };

/** A program to run. It sees the document, the folders and the code of its package. */
export type ProcessRequest = {
  program: Program;
  args?: readonly string[];
  document: string | null;
  folders: readonly string[];
  limits: ProcessLimits;
};

/** How a process ended. */
export type Ending = {
  code: number | null;
  signal: string | null;
  /** The end of what it wrote to standard error. */
  stderr: string;
  /** It was ended because it used more memory than its limit. */
  isOutOfMemory: boolean;
  /** Why nothing is known about the end, if nothing is. */
  cause?: unknown;
};

export type SandboxProcess = {
  /** stdin takes messages, `messages` gives them. */
  stdin: Writable;
  messages: Readable;
  /** The document and the work folder as the process sees them. */
  document: string;
  workDir: string;
  /** Resolves when the process has ended; never rejects. */
  ended: Promise<Ending>;
  /** Ends the process and the programs that it started. */
  kill(): void;
  /** Removes what the process left on the disk. */
  cleanUp(): Promise<void>;
};

/** A way to isolate a process that reads hostile files. */
export interface Isolation {
  readonly name: string;
  /** @throws SandboxUnavailableError if no process can be started at present */
  start(request: ProcessRequest): Promise<SandboxProcess>;
}
