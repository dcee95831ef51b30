import '../../test/web-globals.js';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { startScreen } from '../../test/screen.js';
import { IconButton } from './icon-button.js';
import { Menu } from './menu.js';

beforeEach(async () => {
  await startScreen('en');
});

describe('Menu', () => {
  it('opens on its button, closes on a choice, and opens again', async () => {
    const onSelect = jest.fn<() => void>();
    const show = (label: string) => (
      <Menu
        label="More"
        entries={[{ label, onSelect }]}
        trigger={(props) => <IconButton {...props} icon="more" label="More" />}
      />
    );
    const { rerender } = render(show('Share'));
    for (const label of ['Share', 'Print']) {
      rerender(show(label));
      fireEvent.click(screen.getByRole('button', { name: 'More' }));
      const entry = await screen.findByText(label);
      // Under its button from the first time on, not at the end of the page.
      await waitFor(() => expect(entry.closest<HTMLElement>('.menu')?.style.position).toBe('absolute'));
      fireEvent.click(entry);
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      rerender(show(label));
      expect(screen.queryByRole('menu')).toBeNull();
    }
    expect(onSelect).toHaveBeenCalledTimes(2);
  });
});
