import { TOOL_PATH } from '@hamkhan/converter/sandbox/sandbox-protocol';
import { LimitedToolRunner } from '@hamkhan/converter/tools/limited-tool-runner';
import type { ToolRunner } from '@hamkhan/converter/tools/tool-runner';
import { SpeechError, type Pcm, type SpeechEngine } from './speech-engine.js';
import { readWav } from './wav.domain.js';

const TIMEOUT_MS = 60_000;
const MEMORY_MB = 512;
const MAX_BYTES = 256 * 1024 * 1024;
/** Words a minute: a little slower than its default, which is too fast for Persian. */
const SPEED = 150;

/** espeak-ng with its Persian voice: robotic, but at once and everywhere. */
export class EspeakEngine implements SpeechEngine {
  constructor(private readonly tools: ToolRunner = new LimitedToolRunner(TOOL_PATH)) {}

  async say(text: string, signal: AbortSignal): Promise<Pcm> {
    const { stdout, stderr, exitCode } = await this.tools.run(
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
    if (exitCode !== 0) throw new SpeechError(`espeak-ng ended with ${exitCode}: ${stderr}`);
    return readWav(stdout);
  }
}
