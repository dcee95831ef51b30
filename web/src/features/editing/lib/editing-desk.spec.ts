import type { ContentItem } from '@hamkhan/contracts/content';
import type { EditMode } from '@hamkhan/contracts/http/editing';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { describe, expect, it } from '@jest/globals';
import { suggestion } from '../../../test/editing-server.js';
import { paragraph, readerPage } from '../../../test/reader-document.js';
import { type Conflict, EditingDesk, type Saved, type WorkingCopy } from './editing-desk.js';
import type { KeptEdit } from './kept-edit.js';

const place = { pageId: 'page-0', pageNumber: 0, type: 'translation_2' } as const;
const key = 'page-0/translation_2';
const texts = (...contents: string[]): ContentItem[] =>
  contents.map((content, at) => paragraph(content, String.fromCharCode(97 + at)));
const pageOf = (revision: number, ...contents: string[]): ReaderPage =>
  readerPage(0, { revision, translated_content_level2: { items: texts(...contents) } });

class Refused extends Error {
  constructor(readonly conflict: Conflict | null) {
    super('refused');
  }
}

/** A desk with one text on it; saves wait until the test answers them. */
const lay = (mode: EditMode = 'staff', page = pageOf(5, 'one', 'two', 'three')) => {
  const saves: { copy: WorkingCopy; answer: (saved: Saved) => void; refuse: (error: Error) => void }[] = [];
  const kept = new Map<string, KeptEdit | null>();
  const desk = new EditingDesk({
    save: (copy) => new Promise((answer, refuse) => void saves.push({ copy, answer, refuse })),
    readConflict: (error) => (error instanceof Refused ? error.conflict : null),
    keep: ({ pageId, type }, edit) => void kept.set(`${pageId}/${type}`, edit),
    now: () => 1,
  });
  desk.lay(place, mode, page, null, null);
  const copy = (): WorkingCopy => {
    const found = desk.snapshot().copies.get(key);
    if (!found) throw new Error('nothing is laid');
    return found;
  };
  const shown = () => copy().items.map((item) => item.content);
  const sent = (at: number) => saves[at]?.copy.items.map((item) => item.content);
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const take = async (at: number, page_: ReaderPage) => {
    saves[at]?.answer({ suggestionId: null, page: page_, items: null });
    await settle();
  };
  const refuse = async (at: number, conflict: Conflict | null) => {
    saves[at]?.refuse(new Refused(conflict));
    await settle();
  };
  return { desk, saves, kept, copy, shown, sent, take, refuse, settle };
};
const write = (desk: EditingDesk, index: number, content: string) => {
  desk.edit(key, index);
  const { open } = desk.snapshot();
  if (open) desk.write({ ...open.draft, content });
  desk.accept();
};

describe('a text that is edited', () => {
  it('is saved one call after another, the last with all that happened meanwhile', async () => {
    const { desk, saves, sent, take, copy } = lay();
    write(desk, 0, 'ONE');
    write(desk, 1, 'TWO');
    desk.remove(key, 2);
    expect(saves).toHaveLength(1);
    expect(sent(0)).toEqual(['ONE', 'two', 'three']);
    await take(0, pageOf(6, 'ONE', 'two', 'three'));
    expect(sent(1)).toEqual(['ONE', 'TWO']);
    expect(saves[1]?.copy.revision).toBe(6);
    expect(desk.isUnsaved()).toBe(true);
    await take(1, pageOf(7, 'ONE', 'TWO'));
    expect(saves).toHaveLength(2);
    expect([desk.isUnsaved(), copy().saving, copy().revision]).toEqual([false, 'no', 7]);
  });

  it('is joined once with what others did elsewhere, and saved again', async () => {
    const { desk, sent, refuse, take, shown } = lay();
    write(desk, 0, 'mine');
    await refuse(0, { page: pageOf(8, 'one', 'theirs', 'three'), conflicts: [] });
    expect(sent(1)).toEqual(['mine', 'theirs', 'three']);
    await take(1, pageOf(9, 'mine', 'theirs', 'three'));
    expect(shown()).toEqual(['mine', 'theirs', 'three']);
  });

  it.each([
    ['mine', ['mine', 'also theirs', 'three']],
    ['theirs', ['theirs', 'also theirs', 'three']],
  ] as const)(
    'becomes what the reader chose where both sides changed an item: %s',
    async (chosen, expected) => {
      const { desk, sent, refuse, copy, saves } = lay('owner');
      write(desk, 0, 'mine');
      await refuse(0, { page: pageOf(8, 'theirs', 'also theirs', 'three'), conflicts: ['a'] });
      expect(copy().saving).toBe('failed');
      desk.settle(key, chosen);
      expect(sent(1)).toEqual(expected);
      expect([saves[1]?.copy.revision, saves[1]?.copy.suggestionId]).toEqual([8, null]);
    },
  );

  it('stays as it was written when it cannot be saved, and is kept on the device', async () => {
    const { desk, kept, refuse, shown, copy } = lay();
    write(desk, 0, 'mine');
    await refuse(0, null);
    expect([copy().saving, shown()]).toEqual(['failed', ['mine', 'two', 'three']]);
    desk.keepNow();
    expect(kept.get(key)?.items.map((item) => item.content)).toEqual(['mine', 'two', 'three']);
    desk.discard();
    expect([shown(), kept.get(key)]).toEqual([['one', 'two', 'three'], null]);
  });

  it('takes back and repeats what was done', async () => {
    const { desk, shown, take } = lay();
    write(desk, 0, 'mine');
    await take(0, pageOf(6, 'mine', 'two', 'three'));
    desk.move(key, 2, 0);
    await take(1, pageOf(7, 'three', 'mine', 'two'));
    desk.undo(key);
    expect(shown()).toEqual(['mine', 'two', 'three']);
    desk.redo(key);
    expect(shown()).toEqual(['three', 'mine', 'two']);
  });

  it('is laid anew when the page changes, unless something is written in it', () => {
    const { desk, shown } = lay();
    desk.lay(place, 'staff', pageOf(6, 'newer'), null, null);
    expect(shown()).toEqual(['newer']);
    desk.edit(key, 0);
    desk.lay(place, 'staff', pageOf(7, 'newest'), null, null);
    expect(shown()).toEqual(['newer']);
  });

  it('[RDR-SUGGEST-07] shows a suggestion on the page as it is now', () => {
    const { desk, shown, copy } = lay('suggest', pageOf(5));
    desk.lift(key);
    const own = suggestion('mine', {
      base_content: { items: texts('one', 'two') },
      suggested_content: { items: texts('ONE', 'two') },
    });
    desk.lay(place, 'suggest', pageOf(9, 'one', 'two, changed'), own, null);
    expect(shown()).toEqual(['ONE', 'two, changed']);
    expect([copy().suggestionId, desk.isUnsaved()]).toEqual(['mine', false]);
  });
});
