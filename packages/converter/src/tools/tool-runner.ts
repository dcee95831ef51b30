/** How a tool ended; a non-zero exit is an answer too (a damaged file), so it is returned, not thrown. */
export type ToolResult = { stdout: Buffer; stderr: string; exitCode: number };

export type ToolOptions = {
  /** Wall clock, milliseconds. */
  timeoutMs: number;
  /** Address space, megabytes. */
  memoryMb?: number;
  /** Bytes of stdout that are accepted. */
  maxOutputBytes?: number;
  stdin?: Uint8Array;
  cwd?: string;
  signal?: AbortSignal;
};

/** Runs an external program (poppler, djvulibre, tesseract) within limits, without a shell. */
export interface ToolRunner {
  /**
   * @throws ConversionError `timed_out` past the deadline, `out_of_memory` when the limit killed it, `crashed` on another
   * signal or when stdout grew past `maxOutputBytes`; AbortError when the signal was aborted
   */
  run(program: string, args: readonly string[], options: ToolOptions): Promise<ToolResult>;
  /** Whether the program is on PATH. */
  has(program: string): Promise<boolean>;
}
