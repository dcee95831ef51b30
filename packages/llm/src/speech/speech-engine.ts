/** Raw audio: one channel, 16 bits, little-endian. */
export type Pcm = { samples: Buffer; sampleRate: number };

/** Converts Persian text to speech. */
export interface SpeechEngine {
  /** @throws SpeechError when the engine fails; the signal's reason when it was aborted */
  synthesize(text: string, signal: AbortSignal): Promise<Pcm>;
}

export class SpeechError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SpeechError';
  }
}
