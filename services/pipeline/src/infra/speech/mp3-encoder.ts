import { TOOL_PATH } from '@hamkhan/converter/sandbox/sandbox-protocol';
import { LimitedToolRunner } from '@hamkhan/converter/tools/limited-tool-runner';
import type { ToolRunner } from '@hamkhan/converter/tools/tool-runner';
import { SpeechError, type Pcm } from './speech-engine.js';

const TIMEOUT_MS = 120_000;
const MEMORY_MB = 512;
/** Kilobits a second: speech in one channel needs no more. */
const BITRATE = 48;

/** Sound as MP3, which every browser plays, by the program `lame`. */
export class Mp3Encoder {
  constructor(private readonly tools: ToolRunner = new LimitedToolRunner(TOOL_PATH)) {}

  /** @throws SpeechError when it can't */
  async encode({ samples, rate }: Pcm, signal: AbortSignal): Promise<Buffer> {
    const raw = [
      '-r',
      '-s',
      String(rate / 1_000),
      '--bitwidth',
      '16',
      '--signed',
      '--little-endian',
      '-m',
      'm',
    ];
    const { stdout, stderr, exitCode } = await this.tools.run(
      'lame',
      ['--quiet', ...raw, '-b', String(BITRATE), '-', '-'],
      { stdin: samples, timeoutMs: TIMEOUT_MS, memoryMb: MEMORY_MB, signal },
    );
    if (exitCode !== 0 || stdout.length === 0)
      throw new SpeechError(`lame ended with ${exitCode}: ${stderr}`);
    return stdout;
  }
}
