import { describe, expect, it } from '@jest/globals';
import { CaptchaAudio } from './captcha-audio.js';
import { CAPTCHA_ALPHABET } from './captcha-text.domain.js';

describe('CaptchaAudio', () => {
  it.each(['fa', 'en'] as const)('renders every character in %s, differently each time', async (language) => {
    const voice = await CaptchaAudio.load();
    const sound = voice.render(CAPTCHA_ALPHABET, language);
    expect(sound.toString('latin1', 0, 4)).toBe('RIFF');
    expect(sound.readUInt32LE(4)).toBe(sound.length - 8);
    expect(sound.readUInt32LE(40)).toBe(sound.length - 44);
    const seconds = (sound.length - 44) / sound.readUInt32LE(24);
    expect(seconds).toBeGreaterThan(CAPTCHA_ALPHABET.length * 0.6);
    expect(sound.equals(voice.render(CAPTCHA_ALPHABET, language))).toBe(false);
  });
});
