import { describe, expect, it, jest } from '@jest/globals';
import { OpenRequests } from './open-requests.js';

describe('OpenRequests', () => {
  it('counts each key separately and frees a place once', () => {
    const open = new OpenRequests(2);
    const first = open.enter('a');
    open.enter('a');
    expect(open.enter('a')).toBeNull();
    expect(open.enter('b')).not.toBeNull();
    first?.leave();
    first?.leave();
    expect(open.enter('a')).not.toBeNull();
    expect(open.enter('a')).toBeNull();
  });

  it('forgets a key without open requests', () => {
    const open = new OpenRequests(2);
    const places = [open.enter('a'), open.enter('b')];
    expect(open.size).toBe(2);
    for (const place of places) place?.leave();
    expect(open.size).toBe(0);
  });

  it('ends the oldest request that waits for its body', () => {
    const open = new OpenRequests(3);
    open.enter('a');
    const ended: string[] = [];
    for (const name of ['older', 'newer']) {
      const place = open.enter('a');
      if (!place) throw new Error('no place');
      place.giveWay = () => {
        ended.push(name);
        place.leave();
      };
    }
    expect(open.enter('a')).not.toBeNull();
    expect(ended).toEqual(['older']);
    expect(open.enter('a')).not.toBeNull();
    expect(open.enter('a')).toBeNull();
    expect(ended).toEqual(['older', 'newer']);
  });

  it('keeps the limit when the only request of a key gives way', () => {
    const open = new OpenRequests(1);
    const place = open.enter('a');
    if (!place) throw new Error('no place');
    place.giveWay = jest.fn(() => place.leave());
    expect(open.enter('a')).not.toBeNull();
    expect(open.enter('a')).toBeNull();
    expect(open.size).toBe(1);
  });
});
