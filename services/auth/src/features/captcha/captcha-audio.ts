import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { z } from 'zod';

const VOICES_FILE = new URL('../../../assets/captcha-voices.json', import.meta.url);
const Voice = z.record(z.string(), z.base64().transform(samplesOf));
const Voices = z.object({
  rate: z.number().int().positive(),
  voices: z.object({ fa: z.array(Voice).min(1), en: z.array(Voice).min(1) }),
});
type Voices = z.infer<typeof Voices>;

const WAV_HEADER_BYTES = 44;
const between = (low: number, high: number): number => low + ((high - low) * randomInt(10_001)) / 10_000;

/** Audio captchas: random voices at random pitch and speed, over background noise. */
export class CaptchaAudio {
  private constructor(private readonly voices: Voices) {}

  /** Reads the voices from disk. */
  static async load(): Promise<CaptchaAudio> {
    return new CaptchaAudio(Voices.parse(JSON.parse(await readFile(VOICES_FILE, 'utf8'))));
  }

  /** The text as a WAV file. */
  render(text: string, language: UiLanguage): Buffer {
    const { rate } = this.voices;
    const parts = [...text].map((character) =>
      resampled(this.pick(language, character), between(0.86, 1.16)),
    );
    const pauses = parts.map(() => Math.round(rate * between(0.45, 0.8)));
    const total = parts.reduce((sum, part, index) => sum + part.length + (pauses[index] ?? 0), rate);
    const sound = this.backgroundNoise(language, total);
    let at = Math.round(rate / 2);
    parts.forEach((part, index) => {
      mixIn(sound, part, at, between(0.62, 0.8));
      at += part.length + (pauses[index] ?? 0);
    });
    return wavOf(sound, rate);
  }

  /** Reversed voices and hiss, which sound like characters but contain none. */
  private backgroundNoise(language: UiLanguage, length: number): Float32Array {
    const sound = Float32Array.from(randomBytes(length), (byte) => (byte - 128) / 6_400);
    const characters = Object.keys(this.voices.voices[language][0] ?? {});
    for (let at = 0; at < length; at += Math.round(this.voices.rate * between(0.12, 0.3))) {
      const character = characters[randomInt(characters.length)] ?? '';
      const part = resampled(this.pick(language, character), between(0.8, 1.3)).toReversed();
      mixIn(sound, part, at, between(0.05, 0.14));
    }
    return sound;
  }

  private pick(language: UiLanguage, character: string): Float32Array {
    const voices = this.voices.voices[language];
    const samples = voices[randomInt(voices.length)]?.[character];
    if (!samples) throw new Error(`no voice for the character ${character}`);
    return samples;
  }
}

function samplesOf(text: string): Float32Array {
  return Float32Array.from(Buffer.from(text, 'base64'), (byte) => (byte - 128) / 127);
}

/** Changes speed and pitch together. */
const resampled = (samples: Float32Array, pace: number): Float32Array =>
  Float32Array.from(
    { length: Math.floor(samples.length / pace) },
    (_, index) => samples[Math.floor(index * pace)] ?? 0,
  );

function mixIn(sound: Float32Array, part: Float32Array, from: number, loudness: number): void {
  const length = Math.min(part.length, sound.length - from);
  for (let index = 0; index < length; index += 1) {
    sound[from + index] = (sound[from + index] ?? 0) + (part[index] ?? 0) * loudness;
  }
}

/** Unsigned 8-bit mono PCM. */
function wavOf(sound: Float32Array, rate: number): Buffer {
  const file = Buffer.alloc(WAV_HEADER_BYTES + sound.length);
  file.write('RIFF', 0, 'ascii');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'ascii');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'ascii');
  file.writeUInt32LE(sound.length, 40);
  sound.forEach((sample, index) => {
    file[WAV_HEADER_BYTES + index] = Math.round(128 + Math.max(-1, Math.min(1, sample)) * 127);
  });
  return file;
}
