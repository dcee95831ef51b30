import { describe, expect, it } from '@jest/globals';
import type { Pcm } from '../../infra/speech/speech-engine.js';
import { splitSentences } from '../translate/sentences.domain.js';
import { SpokenTrack } from './spoken-track.domain.js';

const RATE = 8_000;
const sound = (seconds: number, rate = RATE): Pcm => ({ rate, samples: Buffer.alloc(seconds * rate * 2, 1) });

describe('SpokenTrack', () => {
  it('knows when each item and each of its sentences is heard', () => {
    const track = new SpokenTrack();
    const content = 'شعله روشن است. موم آب می‌شود.';
    track.add({ id: 'h', type: 'heading', level: 1, content: 'شمع' }, splitSentences('شمع', 'fa'), [
      sound(1),
    ]);
    track.add({ id: 'a', type: 'content', content }, splitSentences(content, 'fa'), [sound(2), sound(1.5)]);
    const { sound: all, seconds, items } = track.finish();
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

  it('refuses sounds that can’t follow one another', () => {
    const track = new SpokenTrack();
    const say = (...sounds: Pcm[]) =>
      track.add({ id: 'a', type: 'content', content: 'شمع' }, splitSentences('شمع', 'fa'), sounds);
    expect(() => say()).toThrow('without sound');
    say(sound(1));
    expect(() => say(sound(1, 16_000))).toThrow('pitch');
  });
});
