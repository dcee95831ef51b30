import { describe, expect, it } from '@jest/globals';
import type { Pcm } from '@hamkhan/llm/speech/speech-engine';
import { splitSentences } from '../page-text/sentences.domain.js';
import { SpeechTrack } from './speech-track.domain.js';

const RATE = 8_000;
const audio = (seconds: number, sampleRate = RATE): Pcm => ({
  sampleRate,
  samples: Buffer.alloc(seconds * sampleRate * 2, 1),
});

describe('SpeechTrack', () => {
  it('times each item and each sentence', () => {
    const track = new SpeechTrack();
    const content = 'شعله روشن است. موم آب می‌شود.';
    track.add({ id: 'h', type: 'heading', level: 1, content: 'شمع' }, splitSentences('شمع', 'fa'), [
      audio(1),
    ]);
    track.add({ id: 'a', type: 'content', content }, splitSentences(content, 'fa'), [audio(2), audio(1.5)]);
    const { audio: all, seconds, items } = track.finish();
    expect(items).toEqual([
      { id: 'h', type: 'heading', level: 1, content: 'شمع', start: 0, end: 1, sentences: [[0, 3, 0, 1]] },
      {
        id: 'a',
        type: 'content',
        content,
        start: 1.45,
        end: 4.95,
        sentences: [
          [0, 14, 1.45, 3.45],
          [15, 29, 3.45, 4.95],
        ],
      },
    ]);
    expect(seconds).toBe(5.4);
    expect(all.samples.length).toBe(5.4 * RATE * 2);
  });

  it('throws on missing audio and on a changed sample rate', () => {
    const track = new SpeechTrack();
    const add = (...parts: Pcm[]) =>
      track.add({ id: 'a', type: 'content', content: 'شمع' }, splitSentences('شمع', 'fa'), parts);
    expect(() => add()).toThrow('without audio');
    add(audio(1));
    expect(() => add(audio(1, 16_000))).toThrow('sample rate');
  });
});
