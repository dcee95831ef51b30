import type { PagesResponse } from '@hamkhan/contracts/http/documents';
import { ApiUser } from '@hamkhan/testing/api-user';
import { FIRST_ACCOUNT } from '@hamkhan/testing/product-access';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { metadataOf, uploadBook, waitUntilFinished } from './support/books.js';
import type { BrowserUser } from './support/browser-user.js';
import { dialog, waitForContent, withUser } from './support/reader-screen.js';
import { ReaderTest } from './support/reader-test.js';

let short: string;

const test = ReaderTest.register('owner', {
  prepare: async ({ owner }) => {
    short = await uploadBook(owner, 'edited.pdf', 3);
    await waitUntilFinished(owner, short);
  },
});

describe('editing in the reader', () => {
  const OWNERS = 'ویراستهٔ مالک سند است.';
  const OTHERS = 'پیشنهاد خوانندهٔ دیگری است.';
  const STAFFS = 'ویراستهٔ همکار سایت است.';
  let other: ApiUser;
  let staff: ApiUser;

  beforeAll(async () => {
    other = await test.product.newUser('editor');
    await test.product.addAccount('helper', { isStaff: true });
    staff = await ApiUser.signIn(test.product.url, 'helper', FIRST_ACCOUNT.password);
    await test.owner.post(
      `document/user/document/${(await metadataOf(test.owner, short)).metadata.id}/publish/`,
    );
  });

  /** Replaces the text of the first item of the page and leaves edit mode. */
  const rewrite = async (user: BrowserUser, words: string) => {
    await user.button('editing:mode.start').click();
    const type = user.text('editing:types.text');
    await user.button('editing:editItem', { type, place: user.digits(1) }).click();
    await user.page.locator('.item-editor textarea').first().fill(words);
    await user.button('editing:editor.save').click();
    await user.page.getByText(user.text('editing:state.saved'), { exact: true }).waitFor();
    expect(await user.accessibilityViolations()).toEqual([]);
    await user.button('editing:mode.stop').click();
    const question = dialog(user, 'editing:leave.title');
    await question.getByRole('button', { name: user.text('editing:leave.exit') }).click();
  };

  /** Opens the only suggestion of another user for the page. */
  const openSuggested = async (user: BrowserUser) => {
    await user.page
      .getByRole('radio', { name: user.text('editing:tabs.editsCount', { pending: user.digits(1) }) })
      .click();
    await user.page
      .getByRole('region', { name: user.text('editing:panel.others') })
      .locator('.edit-card button.link')
      .first()
      .click();
    await dialog(user, 'editing:details.title').waitFor();
  };
  /** Applies the open suggestion and waits for its text after a reload. */
  const apply = async (user: BrowserUser) => {
    await user.button('editing:details.apply').click();
    await user.page.getByText(user.text('editing:details.applied')).waitFor();
    await user.page.reload();
    await user.waitForText(OTHERS);
  };

  it('applies edits of the owner at once and those of others when the owner accepts them [RDR-EDIT-20] [RDR-SUGGEST-01] [RDR-SUGGEST-06]', async () => {
    const ownerBrowser = await test.open({ language: 'fa', size: 'wide' });
    await withUser(ownerBrowser, async () => {
      await ownerBrowser.goto(`/d/${short}/?p=2`);
      await waitForContent(ownerBrowser);
      await rewrite(ownerBrowser, OWNERS);
      await ownerBrowser.waitForText(OWNERS);
    });
    const otherBrowser = await test.open({ language: 'en', size: 'wide' }, other);
    await withUser(otherBrowser, async () => {
      await otherBrowser.goto(`/d/${short}/?p=2`);
      await otherBrowser.waitForText(OWNERS);
      await rewrite(otherBrowser, OTHERS);
      await otherBrowser.waitForText(OWNERS);
    });
    const again = await test.open({ language: 'fa', size: 'wide' });
    await withUser(again, async () => {
      await again.goto(`/d/${short}/?p=2`);
      await waitForContent(again);
      await openSuggested(again);
      await apply(again);
    });
  });

  it('lets staff, but no other reader, edit the book of another and apply or reject suggestions [RDR-EDIT-19] [RDR-EDIT-20] [RDR-SUGGEST-06]', async () => {
    const pageOf = async (as: ApiUser) => {
      const { pages } = await as.get<PagesResponse>(`document/pages/${short}/?page=3&per_page=1`);
      const [page] = pages;
      if (!page?.translated_content_level2) throw new Error('page 3 is not translated');
      return { id: page.id, items: page.translated_content_level2.items };
    };
    const { id, items } = await pageOf(other);
    const worded = (content: string) =>
      JSON.stringify({ items: items.map((item, at) => (at === 0 ? { ...item, content } : item)) });
    const suggest = async (content: string) =>
      (
        await other.post<{ suggestion: { id: string } }>(`document/page/${id}/suggestion/create/`, {
          edit_type: 'translation_2',
          suggested_content: worded(content),
        })
      ).suggestion.id;
    const history = async () =>
      (await staff.get<{ total: number }>(`document/page/${id}/suggestion/history/`)).total;

    const staffBrowser = await test.open({ language: 'fa', size: 'wide' }, staff);
    await withUser(staffBrowser, async () => {
      await staffBrowser.goto(`/d/${short}/?p=3`);
      await waitForContent(staffBrowser);
      await rewrite(staffBrowser, STAFFS);
      await staffBrowser.waitForText(STAFFS);
    });
    expect((await pageOf(other)).items[0]?.content).toBe(STAFFS);
    expect(await history()).toBe(0);

    const refused = await suggest('پیشنهادی که پذیرفته نمی‌شود.');
    const forbidden = [
      other.post(`document/page/${id}/update/`, { content: worded('x'), translation_version: '2' }),
      other.post(`document/suggestion/${refused}/apply/`),
    ];
    for (const attempt of forbidden) await expect(attempt).rejects.toThrow(/returned 403/);
    await staff.post(`document/suggestion/${refused}/cancel/`);
    await expect(staff.post(`document/suggestion/${refused}/apply/`)).rejects.toThrow(/returned 409/);
    expect((await pageOf(other)).items[0]?.content).toBe(STAFFS);

    await suggest(OTHERS);
    const again = await test.open({ language: 'en', size: 'wide' }, staff);
    await withUser(again, async () => {
      await again.goto(`/d/${short}/?p=3`);
      await waitForContent(again);
      await openSuggested(again);
      expect(await again.accessibilityViolations()).toEqual([]);
      await apply(again);
    });
    expect(await history()).toBe(1);
  });
});
