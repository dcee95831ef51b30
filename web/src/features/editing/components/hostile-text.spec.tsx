import '../../../test/web-globals.js';
import type { ContentItem } from '@hamkhan/contracts/content';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openEditedPage, click, button } from '../../../test/edited-page.js';
import { suggestion } from '../../../test/editing-server.js';
import { paragraph } from '../../../test/reader-document.js';
import { startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

const openFromMenu = async (name: string) => {
  await click(button('Actions for this page'));
  await click(await screen.findByRole('menuitem', { name }));
};
const panel = async () => {
  await openFromMenu('Edits and history');
  return screen.findByRole('region', { name: 'History' });
};
beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('hostile text', () => {
  const hostile = [
    '<img src=x onerror="window.hacked=1">',
    '<svg onload=window.hacked=1>',
    '[x](javascript:window.hacked=1)',
    '"><script>window.hacked=1</script>',
    '$\\href{javascript:window.hacked=1}{x}$',
    '`<iframe srcdoc="<script>parent.hacked=1</script>">`',
  ];
  const items: ContentItem[] = hostile.map((content, at) => paragraph(content, `h${at}`));
  const expectNoScript = () => {
    expect((window as { hacked?: unknown }).hacked).toBeUndefined();
    expect(
      document.querySelector('img[onerror], script, iframe, svg[onload], [href^="javascript" i]'),
    ).toBeNull();
  };

  it('stays text in items, their editors, differences, names and titles', async () => {
    const evil = hostile.join(' ');
    await openEditedPage('owner', {
      items,
      suggestions: [
        suggestion('s1', {
          title: evil,
          description: evil,
          user: { name: evil },
          base_content: { items },
          suggested_content: {
            items: items.map((item) => ({ ...item, content: `${item.content} 2` })),
          },
        }),
      ],
    });
    await click(button('Edit pages'));
    for (const [at] of hostile.entries()) {
      await waitFor(() => expect(document.querySelectorAll('[data-part="edit"]').length).toBeGreaterThan(at));
      await click(document.querySelectorAll('[data-part="edit"]')[at] ?? document.body);
      expectNoScript();
      await click(button('Cancel', document.querySelector('.item-editor') ?? document.body));
    }
    await click(button('Stop editing'));
    await click(button('Exit'));
    await panel();
    await waitFor(() => expect(document.querySelector('.edit-card .link')).toBeTruthy());
    expectNoScript();
    await click(document.querySelector('.edit-card .link') ?? document.body);
    await waitFor(() => expect(document.querySelector('.diff-item ins')).toBeTruthy());
    expectNoScript();
  });
});
