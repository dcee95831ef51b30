/** The outcome of a program. A non-zero exit code is returned, not thrown: it may say that the file is damaged. */
export type ToolResult = { stdout: Buffer; stderr: string; exitCode: number };

export type ToolOptions = {
  /** Wall clock, milliseconds. */
  timeoutMs: number;
  /** Address space, megabytes. */
  memoryMb?: number;
  /** Largest accepted stdout, bytes. */
  maxOutputBytes?: number;
  stdin?: Uint8Array;
  cwd?: string;
  signal?: AbortSignal;
};

/** Runs an external program (poppler, djvulibre, tesseract) within limits, without a shell. */
export interface ToolRunner {
  /**
   * @throws ConversionError `timed_out` after the timeout, `out_of_memory` at the memory limit, `crashed` on another
   * signal or when stdout exceeds `maxOutputBytes`; the reason of the signal when it is aborted
   */
  run(program: string, args: readonly string[], options: ToolOptions): Promise<ToolResult>;
  /** Whether the program is on PATH. */
  has(program: string): Promise<boolean>;
}
