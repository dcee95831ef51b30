import type { ContentItem } from '@hamkhan/contracts/content';
import type { EditMode } from '@hamkhan/contracts/http/editing';
import type { Suggestion } from '@hamkhan/contracts/http/suggestions';
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
const start = (
  mode: EditMode = 'staff',
  page = pageOf(5, 'one', 'two', 'three'),
  own: Suggestion | null = null,
) => {
  const saves: { copy: WorkingCopy; respond: (saved: SaveResult) => void; refuse: (error: Error) => void }[] =
    [];
  const drafts = new Map<string, LocalDraft | null>();
  const session = new EditSession({
    save: (copy) => new Promise((respond, refuse) => void saves.push({ copy, respond, refuse })),
    readConflict: (error) => (error instanceof Refused ? error.conflict : null),
    storeDraft: ({ pageId, type }, edit) => void drafts.set(`${pageId}/${type}`, edit),
    now: () => 1,
  });
  session.load(target, mode, page, own, null);
  const copy = (): WorkingCopy => {
    const found = session.snapshot().copies.get(key);
    if (!found) throw new Error('no text is loaded');
    return found;
  };
  const shown = () => copy().items.map((item) => item.content);
  const sent = (at: number) => saves[at]?.copy.items.map((item) => item.content);
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const accept = async (at: number, changed: ReaderPage) => {
    saves[at]?.respond({ suggestionId: null, page: changed, items: null });
    await settle();
  };
  const refuse = async (at: number, conflict: Conflict | null) => {
    saves[at]?.refuse(new Refused(conflict));
    await settle();
  };
  return { session, saves, drafts, copy, shown, sent, accept, refuse, settle };
};
const write = (session: EditSession, index: number, content: string) => {
  session.openItem(key, index);
  const { open } = session.snapshot();
  if (open) session.changeOpen({ ...open.draft, content });
  session.acceptOpen();
};

describe('EditSession', () => {
  it('saves with one call at a time, then once more with the edits made meanwhile', async () => {
    const { session, saves, sent, accept, copy } = start();
    write(session, 0, 'ONE');
    write(session, 1, 'TWO');
    session.removeItem(key, 2);
    expect(saves).toHaveLength(1);
    expect(sent(0)).toEqual(['ONE', 'two', 'three']);
    await accept(0, pageOf(6, 'ONE', 'two', 'three'));
    expect(sent(1)).toEqual(['ONE', 'TWO']);
    expect(saves[1]?.copy.revision).toBe(6);
    expect(session.isUnsaved()).toBe(true);
    await accept(1, pageOf(7, 'ONE', 'TWO'));
    expect(saves).toHaveLength(2);
    expect([session.isUnsaved(), copy().saving, copy().revision]).toEqual([false, 'no', 7]);
  });

  it('merges the changes of others to different items, and saves again', async () => {
    const { session, sent, refuse, accept, shown } = start();
    write(session, 0, 'mine');
    await refuse(0, { page: pageOf(8, 'one', 'theirs', 'three'), conflicts: [] });
    expect(sent(1)).toEqual(['mine', 'theirs', 'three']);
    await accept(1, pageOf(9, 'mine', 'theirs', 'three'));
    expect(shown()).toEqual(['mine', 'theirs', 'three']);
  });

  it.each([
    ['mine', ['mine', 'also theirs', 'three']],
    ['theirs', ['theirs', 'also theirs', 'three']],
  ] as const)(
    'resolves a conflict about an item in favour of the chosen side: %s',
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

  it('keeps edits that cannot be saved, and stores them on the device until they are discarded', async () => {
    const { session, drafts, refuse, shown, copy } = start();
    write(session, 0, 'mine');
    await refuse(0, null);
    expect([copy().saving, shown()]).toEqual(['failed', ['mine', 'two', 'three']]);
    session.storeDrafts();
    expect(drafts.get(key)?.items.map((item) => item.content)).toEqual(['mine', 'two', 'three']);
    session.discard();
    expect([shown(), drafts.get(key)]).toEqual([['one', 'two', 'three'], null]);
  });

  it('undoes and redoes edits', async () => {
    const { session, shown, accept } = start();
    write(session, 0, 'mine');
    await accept(0, pageOf(6, 'mine', 'two', 'three'));
    session.moveItem(key, 2, 0);
    await accept(1, pageOf(7, 'three', 'mine', 'two'));
    session.undo(key);
    expect(shown()).toEqual(['mine', 'two', 'three']);
    session.redo(key);
    expect(shown()).toEqual(['three', 'mine', 'two']);
  });

  it('takes over a newer page unless an item is open', () => {
    const { session, shown } = start();
    session.load(target, 'staff', pageOf(6, 'newer'), null, null);
    expect(shown()).toEqual(['newer']);
    session.openItem(key, 0);
    session.load(target, 'staff', pageOf(7, 'newest'), null, null);
    expect(shown()).toEqual(['newer']);
  });

  it('keeps the undo history on a newer page, merged into its text', async () => {
    const { session, shown, accept, copy } = start();
    write(session, 0, 'mine');
    await accept(0, pageOf(6, 'mine', 'two', 'three'));
    session.load(target, 'staff', pageOf(7, 'mine', 'theirs', 'three'), null, null);
    expect([shown(), copy().revision, session.isUnsaved()]).toEqual([['mine', 'theirs', 'three'], 7, false]);
    session.undo(key);
    expect(shown()).toEqual(['one', 'theirs', 'three']);
    session.redo(key);
    expect(shown()).toEqual(['mine', 'theirs', 'three']);
  });

  it('keeps a saved suggestion on a newer page while the list is older', async () => {
    const { session, saves, settle, shown, copy } = start('suggest');
    write(session, 0, 'mine');
    saves[0]?.respond({ suggestionId: 'own', page: null, items: texts('mine', 'two', 'three') });
    await settle();
    session.load(target, 'suggest', pageOf(6, 'one', 'theirs', 'three'), null, null);
    expect([shown(), copy().suggestionId]).toEqual([['mine', 'theirs', 'three'], 'own']);
  });

  it('merges a suggestion into the current text of the page [RDR-SUGGEST-07]', () => {
    const own = suggestion('mine', {
      base_content: { items: texts('one', 'two') },
      suggested_content: { items: texts('ONE', 'two') },
    });
    const { session, shown, copy } = start('suggest', pageOf(9, 'one', 'two, changed'), own);
    expect(shown()).toEqual(['ONE', 'two, changed']);
    expect([copy().suggestionId, session.isUnsaved()]).toEqual(['mine', false]);
  });
});
