import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isShortcut, keyOf, SHORTCUTS } from './reader-shortcuts.js';

const press = (key: string, code: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('the shortcuts of the reader', () => {
  it.each([
    ['KeyT', press('t', 'KeyT')],
    ['KeyT', press('ف', 'KeyT')],
    ['Shift+KeyN', press('N', 'KeyN', { shiftKey: true })],
    ['Help', press('?', 'Slash', { shiftKey: true })],
    ['Help', press('؟', 'KeyJ', { shiftKey: true })],
    ['Digit2', press('۲', 'Digit2')],
    ['Plus', press('+', 'Equal', { shiftKey: true })],
    ['ArrowLeft', press('ArrowLeft', 'ArrowLeft')],
    ['Alt+ArrowLeft', press('ArrowLeft', 'ArrowLeft', { altKey: true })],
    ['Control+Enter', press('Enter', 'Enter', { metaKey: true })],
    ['Space', press(' ', 'Space')],
  ])('name a key %s for every keyboard layout', (name, event) => {
    expect(keyOf(event)).toBe(name);
  });

  it('have one meaning for each key', () => {
    const all = Object.values(SHORTCUTS).flatMap(({ keys }) => [...keys]);
    expect(new Set(all).size).toBe(all.length);
    expect(isShortcut(press('e', 'KeyE'), 'edit')).toBe(true);
    expect(isShortcut(press('e', 'KeyE', { ctrlKey: true }), 'edit')).toBe(false);
  });

  it('are all handled through the table, so that none is missing in the list of shortcuts', () => {
    const features = path.join(import.meta.dirname, '../../features');
    const handlers = readdirSync(features, { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(reader|speech|editing|notes)[/\\].*(?<!\.spec)\.tsx?$/.test(name))
      .filter((name) => /addEventListener\('key/.test(readFileSync(path.join(features, name), 'utf8')));
    // While an item is dragged by hand, Escape lets go of it.
    expect(handlers.map((name) => path.basename(name))).toEqual(['use-item-drag.ts']);
  });
});
