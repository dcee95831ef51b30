import type { ContentItem } from '@hamkhan/contracts/content';
import type { EditMode } from '@hamkhan/contracts/http/editing';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { describe, expect, it } from '@jest/globals';
import { suggestion } from '../../../test/editing-server.js';
import { paragraph, readerPage } from '../../../test/reader-document.js';
import { EditSession } from './edit-session.js';
import type { LocalDraft } from './local-draft.js';
import type { Conflict, SaveResult, WorkingCopy } from './working-copy.js';

const target = { pageId: 'page-0', pageNumber: 0, type: 'translation_2' } as const;
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

/** A session with one text; each save waits until the test responds. */
const start = (mode: EditMode = 'staff', page = pageOf(5, 'one', 'two', 'three')) => {
  const saves: { copy: WorkingCopy; answer: (saved: SaveResult) => void; refuse: (error: Error) => void }[] =
    [];
  const drafts = new Map<string, LocalDraft | null>();
  const session = new EditSession({
    save: (copy) => new Promise((answer, refuse) => void saves.push({ copy, answer, refuse })),
    readConflict: (error) => (error instanceof Refused ? error.conflict : null),
    storeDraft: ({ pageId, type }, edit) => void drafts.set(`${pageId}/${type}`, edit),
    now: () => 1,
  });
  session.load(target, mode, page, null, null);
  const copy = (): WorkingCopy => {
    const found = session.snapshot().copies.get(key);
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
  return { session, saves, drafts, copy, shown, sent, take, refuse, settle };
};
const write = (session: EditSession, index: number, content: string) => {
  session.openItem(key, index);
  const { open } = session.snapshot();
  if (open) session.changeOpen({ ...open.draft, content });
  session.acceptOpen();
};

describe('a text that is edited', () => {
  it('is saved one call after another, the last with all that happened meanwhile', async () => {
    const { session, saves, sent, take, copy } = start();
    write(session, 0, 'ONE');
    write(session, 1, 'TWO');
    session.removeItem(key, 2);
    expect(saves).toHaveLength(1);
    expect(sent(0)).toEqual(['ONE', 'two', 'three']);
    await take(0, pageOf(6, 'ONE', 'two', 'three'));
    expect(sent(1)).toEqual(['ONE', 'TWO']);
    expect(saves[1]?.copy.revision).toBe(6);
    expect(session.isUnsaved()).toBe(true);
    await take(1, pageOf(7, 'ONE', 'TWO'));
    expect(saves).toHaveLength(2);
    expect([session.isUnsaved(), copy().saving, copy().revision]).toEqual([false, 'no', 7]);
  });

  it('is joined once with what others did elsewhere, and saved again', async () => {
    const { session, sent, refuse, take, shown } = start();
    write(session, 0, 'mine');
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
      const { session, sent, refuse, copy, saves } = start('owner');
      write(session, 0, 'mine');
      await refuse(0, { page: pageOf(8, 'theirs', 'also theirs', 'three'), conflicts: ['a'] });
      expect(copy().saving).toBe('failed');
      session.resolveConflict(key, chosen);
      expect(sent(1)).toEqual(expected);
      expect([saves[1]?.copy.revision, saves[1]?.copy.suggestionId]).toEqual([8, null]);
    },
  );

  it('stays as it was written when it cannot be saved, and is drafts on the device', async () => {
    const { session, drafts, refuse, shown, copy } = start();
    write(session, 0, 'mine');
    await refuse(0, null);
    expect([copy().saving, shown()]).toEqual(['failed', ['mine', 'two', 'three']]);
    session.storeDrafts();
    expect(drafts.get(key)?.items.map((item) => item.content)).toEqual(['mine', 'two', 'three']);
    session.discard();
    expect([shown(), drafts.get(key)]).toEqual([['one', 'two', 'three'], null]);
  });

  it('takes back and repeats what was done', async () => {
    const { session, shown, take } = start();
    write(session, 0, 'mine');
    await take(0, pageOf(6, 'mine', 'two', 'three'));
    session.moveItem(key, 2, 0);
    await take(1, pageOf(7, 'three', 'mine', 'two'));
    session.undo(key);
    expect(shown()).toEqual(['mine', 'two', 'three']);
    session.redo(key);
    expect(shown()).toEqual(['three', 'mine', 'two']);
  });

  it('takes over a changed page unless it has unsaved changes', () => {
    const { session, shown } = start();
    session.load(target, 'staff', pageOf(6, 'newer'), null, null);
    expect(shown()).toEqual(['newer']);
    session.openItem(key, 0);
    session.load(target, 'staff', pageOf(7, 'newest'), null, null);
    expect(shown()).toEqual(['newer']);
  });

  it('[RDR-SUGGEST-07] shows a suggestion on the page as it is now', () => {
    const { session, shown, copy } = start('suggest', pageOf(5));
    session.unload(key);
    const own = suggestion('mine', {
      base_content: { items: texts('one', 'two') },
      suggested_content: { items: texts('ONE', 'two') },
    });
    session.load(target, 'suggest', pageOf(9, 'one', 'two, changed'), own, null);
    expect(shown()).toEqual(['ONE', 'two, changed']);
    expect([copy().suggestionId, session.isUnsaved()]).toEqual(['mine', false]);
  });
});
