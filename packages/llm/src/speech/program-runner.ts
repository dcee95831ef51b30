export type ProgramOptions = {
  /** Wall clock, milliseconds. */
  timeoutMs: number;
  /** Address space, megabytes. */
  memoryMb: number;
  /** Maximum size of stdout, bytes. */
  maxOutputBytes?: number;
  stdin: Uint8Array;
  signal: AbortSignal;
};

/** Runs an installed program within limits and without a shell. The caller supplies it; the converter package has one. */
export interface ProgramRunner {
  /** A non-zero exit is returned, not thrown. */
  run(
    program: string,
    args: readonly string[],
    options: ProgramOptions,
  ): Promise<{ stdout: Buffer; stderr: string; exitCode: number }>;
}
