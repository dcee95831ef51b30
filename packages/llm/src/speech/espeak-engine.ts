import type { ProgramRunner } from './program-runner.js';
import { SpeechError, type Pcm, type SpeechEngine } from './speech-engine.js';
import { readWav } from './wav.js';

const TIMEOUT_MS = 60_000;
const MEMORY_MB = 512;
const MAX_BYTES = 256 * 1024 * 1024;
/** Words a minute. The default is too fast for Persian. */
const SPEED = 150;

/** espeak-ng with its Persian voice. It sounds robotic, but it is fast and available on every system. */
export class EspeakEngine implements SpeechEngine {
  constructor(private readonly programs: ProgramRunner) {}

  async synthesize(text: string, signal: AbortSignal): Promise<Pcm> {
    const { stdout, stderr, exitCode } = await this.programs.run(
      'espeak-ng',
      ['-v', 'fa', '-s', String(SPEED), '--stdin', '--stdout'],
      {
        stdin: Buffer.from(text),
        timeoutMs: TIMEOUT_MS,
        memoryMb: MEMORY_MB,
        maxOutputBytes: MAX_BYTES,
        signal,
      },
    );
    if (exitCode !== 0) throw new SpeechError(`espeak-ng exited with ${exitCode}: ${stderr}`);
    return readWav(stdout);
  }
}
