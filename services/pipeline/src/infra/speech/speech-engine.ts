/** Sound as it is worked with: one channel, 16 bits, little-endian. */
export type Pcm = { samples: Buffer; rate: number };

/** Reads Persian text aloud. */
export interface SpeechEngine {
  /** @throws SpeechError when it can't; the error of the signal when that was aborted */
  say(text: string, signal: AbortSignal): Promise<Pcm>;
}

export class SpeechError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SpeechError';
  }
}
