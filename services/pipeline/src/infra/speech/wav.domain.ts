import { SpeechError, type Pcm } from './speech-engine.js';

const PCM = 1;

/**
 * The sound in a RIFF/WAVE file of one channel and 16 bits. Lengths in files that were streamed are often wrong, so data ends where the
 * bytes do.
 * @throws SpeechError for anything else
 */
export function readWav(bytes: Buffer): Pcm {
  if (
    bytes.length < 12 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WAVE'
  )
    throw new SpeechError('the engine did not answer with a WAVE file');
  let rate = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const chunk = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    if (chunk === 'fmt ' && body + 16 <= bytes.length) {
      const [format, channels, bits] = [body, body + 2, body + 14].map((place) => bytes.readUInt16LE(place));
      if (format !== PCM || channels !== 1 || bits !== 16)
        throw new SpeechError(`sound of format ${format}, ${channels} channels, ${bits} bits`);
      rate = bytes.readUInt32LE(body + 4);
    } else if (chunk === 'data') {
      if (rate < 8_000 || rate > 192_000) throw new SpeechError(`sound at ${rate} Hz`);
      const end = Math.min(bytes.length, body + length);
      return { samples: bytes.subarray(body, end - ((end - body) % 2)), rate };
    }
    at = body + length + (length % 2);
  }
  throw new SpeechError('the WAVE file has no sound');
}

/** How long a sound is, in seconds. */
export const secondsOf = ({ samples, rate }: Pcm): number => samples.length / 2 / rate;

export const silence = (seconds: number, rate: number): Buffer =>
  Buffer.alloc(Math.round(seconds * rate) * 2);
