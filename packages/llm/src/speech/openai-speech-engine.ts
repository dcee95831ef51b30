import { SpeechError, type Pcm, type SpeechEngine } from './speech-engine.js';
import { readWav } from './wav.js';

export type OpenAiSpeechOptions = {
  baseUrl: string;
  apiKey: string;
  model: string;
  voice: string;
  timeoutMs: number;
};

/** Most endpoints reject longer input. */
const MAX_CHARACTERS = 3_500;

/** Any endpoint with OpenAI's `/audio/speech`. */
export class OpenAiSpeechEngine implements SpeechEngine {
  constructor(private readonly options: OpenAiSpeechOptions) {}

  async synthesize(text: string, signal: AbortSignal): Promise<Pcm> {
    const parts: Pcm[] = [];
    for (const part of splitForSpeech(text, MAX_CHARACTERS)) parts.push(await this.request(part, signal));
    const [first] = parts;
    if (!first || parts.some(({ sampleRate }) => sampleRate !== first.sampleRate))
      throw new SpeechError('the parts have different sample rates');
    return { sampleRate: first.sampleRate, samples: Buffer.concat(parts.map(({ samples }) => samples)) };
  }

  private async request(input: string, signal: AbortSignal): Promise<Pcm> {
    const { baseUrl, apiKey, model, voice, timeoutMs } = this.options;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${baseUrl.replace(/\/$/, '')}/audio/speech`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ model, voice, input, response_format: 'wav' }),
        signal: AbortSignal.any([signal, timeout]),
      });
      if (!response.ok) throw new SpeechError(`the speech endpoint responded with ${response.status}`);
      return readWav(Buffer.from(await response.arrayBuffer()));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SpeechError) throw error;
      throw new SpeechError('the speech endpoint is unreachable', { cause: error });
    }
  }
}

/** Splits a text into parts of at most `limit` characters, after a sentence or, if the sentence is too long, after a word. */
export function splitForSpeech(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > limit) {
    const head = rest.slice(0, limit);
    const sentence = Math.max(...['. ', '؟ ', '! ', '؛ ', '\n'].map((end) => head.lastIndexOf(end)));
    const cut = sentence > 0 ? sentence + 1 : Math.max(head.lastIndexOf(' '), 0) || limit;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest ? [...parts, rest] : parts;
}
