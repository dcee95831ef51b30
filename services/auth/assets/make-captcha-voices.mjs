/**
 * Generates captcha-voices.json: every captcha character, spoken by several voices in each interface language, as unsigned
 * 8-bit samples. Needs espeak-ng; run it again after a change of CAPTCHA_ALPHABET (captcha-text.domain.ts).
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const RATE = 8_000;
const CHARACTERS = [...'23456789FKLRXY'];
const PERSIAN = {
  2: 'دو',
  3: 'سه',
  4: 'چهار',
  5: 'پنج',
  6: 'شِش',
  7: 'هفت',
  8: 'هشت',
  9: 'نُه',
  F: 'اِف',
  K: 'کِی',
  L: 'اِل',
  R: 'آر',
  X: 'ایکس',
  Y: 'وای',
};
const VOICES = {
  fa: [
    ['fa', 45, 120],
    ['fa+f2', 60, 130],
    ['fa+m3', 35, 115],
  ],
  en: [
    ['en-us', 45, 130],
    ['en-gb+f3', 60, 140],
    ['en-us+m7', 30, 125],
  ],
};
const spoken = { fa: (character) => PERSIAN[character], en: (character) => character };

/** Samples of a 16-bit mono WAV as numbers between -1 and 1, at RATE, without silence at the ends. */
function samplesOf(wav) {
  const from = wav.readUInt32LE(24);
  const data = wav.indexOf('data') + 8;
  const count = Math.floor((wav.length - data) / 2);
  const all = Array.from({ length: count }, (_, index) => wav.readInt16LE(data + index * 2) / 32_768);
  const step = from / RATE;
  const slow = Array.from({ length: Math.floor(count / step) }, (_, index) => {
    const part = all.slice(
      Math.floor(index * step),
      Math.max(Math.floor((index + 1) * step), Math.floor(index * step) + 1),
    );
    return part.reduce((sum, one) => sum + one, 0) / part.length;
  });
  const loud = (one) => Math.abs(one) > 0.01;
  const trimmed = slow.slice(slow.findIndex(loud), slow.findLastIndex(loud) + 1);
  const peak = Math.max(...trimmed.map(Math.abs));
  return trimmed.map((one) => (one / peak) * 0.95);
}

const voices = Object.fromEntries(
  Object.entries(VOICES).map(([language, all]) => [
    language,
    all.map(([voice, pitch, speed]) =>
      Object.fromEntries(
        CHARACTERS.map((character) => {
          const wav = execFileSync('espeak-ng', [
            '-v',
            voice,
            '-p',
            String(pitch),
            '-s',
            String(speed),
            '--stdout',
            spoken[language](character),
          ]);
          const bytes = Buffer.from(samplesOf(wav).map((one) => Math.round(128 + one * 127)));
          return [character, bytes.toString('base64')];
        }),
      ),
    ),
  ]),
);
writeFileSync(new URL('captcha-voices.json', import.meta.url), `${JSON.stringify({ rate: RATE, voices })}\n`);
