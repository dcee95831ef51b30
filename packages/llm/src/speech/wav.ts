import { SpeechError, type Pcm } from './speech-engine.js';

const PCM = 1;

/**
 * Reads a RIFF/WAVE file with one channel and 16 bits. Streamed files often declare a wrong length, so the data ends with the bytes.
 * @throws SpeechError for any other file
 */
export function readWav(bytes: Buffer): Pcm {
  if (
    bytes.length < 12 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WAVE'
  )
    throw new SpeechError('the engine did not return a WAVE file');
  let sampleRate = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const chunk = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    if (chunk === 'fmt ' && body + 16 <= bytes.length) {
      const [format, channels, bits] = [body, body + 2, body + 14].map((place) => bytes.readUInt16LE(place));
      if (format !== PCM || channels !== 1 || bits !== 16)
        throw new SpeechError(`unsupported WAVE format ${format}, ${channels} channels, ${bits} bits`);
      sampleRate = bytes.readUInt32LE(body + 4);
    } else if (chunk === 'data') {
      if (sampleRate < 8_000 || sampleRate > 192_000)
        throw new SpeechError(`unsupported sample rate ${sampleRate} Hz`);
      const end = Math.min(bytes.length, body + length);
      return { samples: bytes.subarray(body, end - ((end - body) % 2)), sampleRate };
    }
    at = body + length + (length % 2);
  }
  throw new SpeechError('the WAVE file has no data');
}

/** Duration in seconds. */
export const durationOf = ({ samples, sampleRate }: Pcm): number => samples.length / 2 / sampleRate;

export const silence = (seconds: number, sampleRate: number): Buffer =>
  Buffer.alloc(Math.round(seconds * sampleRate) * 2);
