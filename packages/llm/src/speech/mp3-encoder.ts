import type { ProgramRunner } from './program-runner.js';
import { SpeechError, type Pcm } from './speech-engine.js';

const TIMEOUT_MS = 120_000;
const MEMORY_MB = 512;
/** Kilobits a second: enough for speech in one channel. */
const BITRATE = 48;

/** Encodes audio as MP3, which every browser plays, with the program `lame`. */
export class Mp3Encoder {
  constructor(private readonly programs: ProgramRunner) {}

  /** @throws SpeechError when lame fails */
  async encode({ samples, sampleRate }: Pcm, signal: AbortSignal): Promise<Buffer> {
    const input = [
      ...['-r', '-s', String(sampleRate / 1_000), '-m', 'm'],
      ...['--bitwidth', '16', '--signed', '--little-endian'],
    ];
    const { stdout, stderr, exitCode } = await this.programs.run(
      'lame',
      ['--quiet', ...input, '-b', String(BITRATE), '-', '-'],
      { stdin: samples, timeoutMs: TIMEOUT_MS, memoryMb: MEMORY_MB, signal },
    );
    if (exitCode !== 0 || stdout.length === 0)
      throw new SpeechError(`lame exited with ${exitCode}: ${stderr}`);
    return stdout;
  }
}
