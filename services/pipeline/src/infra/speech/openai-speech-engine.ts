import { SpeechError, type Pcm, type SpeechEngine } from './speech-engine.js';
import { readWav } from './wav.domain.js';

export type OpenAiSpeechOptions = {
  baseUrl: string;
  apiKey: string;
  model: string;
  voice: string;
  timeoutMs: number;
};

/** Most such endpoints refuse longer input; cut between sentences. */
const MAX_CHARACTERS = 3_500;

/** Any endpoint with OpenAI's `/audio/speech`. */
export class OpenAiSpeechEngine implements SpeechEngine {
  constructor(private readonly options: OpenAiSpeechOptions) {}

  async say(text: string, signal: AbortSignal): Promise<Pcm> {
    const sounds: Pcm[] = [];
    for (const part of partsOf(text, MAX_CHARACTERS)) sounds.push(await this.ask(part, signal));
    const [first] = sounds;
    if (!first || sounds.some(({ rate }) => rate !== first.rate))
      throw new SpeechError('sounds that do not fit');
    return { rate: first.rate, samples: Buffer.concat(sounds.map(({ samples }) => samples)) };
  }

  private async ask(input: string, signal: AbortSignal): Promise<Pcm> {
    const { baseUrl, apiKey, model, voice, timeoutMs } = this.options;
    const within = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${baseUrl.replace(/\/$/, '')}/audio/speech`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ model, voice, input, response_format: 'wav' }),
        signal: AbortSignal.any([signal, within]),
      });
      if (!response.ok) throw new SpeechError(`the speech endpoint answered ${response.status}`);
      return readWav(Buffer.from(await response.arrayBuffer()));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SpeechError) throw error;
      throw new SpeechError('the speech endpoint was not reached', { cause: error });
    }
  }
}

/** Stretches of at most `most` characters, cut after a sentence or, where one is too long, after a word. */
export function partsOf(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const sentence = Math.max(...['. ', '؟ ', '! ', '؛ ', '\n'].map((end) => head.lastIndexOf(end)));
    const cut = sentence > 0 ? sentence + 1 : Math.max(head.lastIndexOf(' '), 0) || most;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest ? [...parts, rest] : parts;
}
