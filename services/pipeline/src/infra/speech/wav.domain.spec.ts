import { describe, expect, it } from '@jest/globals';
import { SpeechError } from './speech-engine.js';
import { readWav, secondsOf, silence } from './wav.domain.js';

const chunk = (name: string, body: Buffer, length = body.length): Buffer => {
  const head = Buffer.alloc(8, name, 'latin1');
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, body]);
};
const format = (channels = 1, bits = 16, rate = 22_050): Buffer => {
  const body = Buffer.alloc(16);
  body.writeUInt16LE(1, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt16LE(bits, 14);
  return chunk('fmt ', body);
};
const wav = (...chunks: Buffer[]): Buffer => Buffer.concat([Buffer.from('RIFF0000WAVE'), ...chunks]);

describe('readWav', () => {
  it('finds the sound behind other chunks', () => {
    const sound = readWav(
      wav(format(), chunk('LIST', Buffer.alloc(3)), Buffer.alloc(1), chunk('data', silence(2, 22_050))),
    );
    expect(sound.rate).toBe(22_050);
    expect(secondsOf(sound)).toBe(2);
  });

  it('takes what is there where a stream did not know its length', () => {
    const sound = readWav(wav(format(), chunk('data', Buffer.alloc(4_411), 0x7ffff000)));
    expect(sound.samples).toHaveLength(4_410);
  });

  it.each([
    ['no WAVE', Buffer.from('{"error":"no voice"}')],
    ['two channels', wav(format(2), chunk('data', Buffer.alloc(4)))],
    ['eight bits', wav(format(1, 8), chunk('data', Buffer.alloc(4)))],
    ['no sound', wav(format())],
    ['sound before its format', wav(chunk('data', Buffer.alloc(4)))],
  ])('refuses %s', (_, bytes) => {
    expect(() => readWav(bytes)).toThrow(SpeechError);
  });
});
