import { describe, expect, it } from '@jest/globals';
import { SpeechError } from './speech-engine.js';
import { readWav, durationOf, silence } from './wav.js';

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
  it('finds the audio after other chunks', () => {
    const audio = readWav(
      wav(format(), chunk('LIST', Buffer.alloc(3)), Buffer.alloc(1), chunk('data', silence(2, 22_050))),
    );
    expect(audio.sampleRate).toBe(22_050);
    expect(durationOf(audio)).toBe(2);
  });

  it('reads to the end of the bytes when a stream declares a wrong length', () => {
    const audio = readWav(wav(format(), chunk('data', Buffer.alloc(4_411), 0x7ffff000)));
    expect(audio.samples).toHaveLength(4_410);
  });

  it.each([
    ['another file type', Buffer.from('{"error":"no voice"}')],
    ['two channels', wav(format(2), chunk('data', Buffer.alloc(4)))],
    ['eight bits', wav(format(1, 8), chunk('data', Buffer.alloc(4)))],
    ['no data', wav(format())],
    ['data before its format', wav(chunk('data', Buffer.alloc(4)))],
  ])('throws on %s', (_, bytes) => {
    expect(() => readWav(bytes)).toThrow(SpeechError);
  });
});
