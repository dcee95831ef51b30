import { describe, expect, it } from '@jest/globals';
import { fireEvent, render } from '@testing-library/react';
import { Cover } from './cover.js';

const show = (picture: string | null) => <Cover bookKey="k" title="Walden" picture={picture} />;

describe('Cover', () => {
  it('shows the first page, or the drawn cover when it cannot be loaded', () => {
    const { container } = render(show('/api/document/image/k/a.webp?e=1&s=x'));
    const image = container.querySelector('img');
    expect(image?.getAttribute('src')).toBe('/api/document/image/k/a.webp?e=1&s=x');
    if (image) fireEvent.error(image);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('Walden');
  });

  it('keeps an image when only the signature of its URL changes', () => {
    const { container, rerender } = render(show('/a.webp?e=1&s=x'));
    rerender(show('/a.webp?e=2&s=y'));
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/a.webp?e=1&s=x');
    rerender(show('/b.webp?e=2&s=y'));
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.webp?e=2&s=y');
  });

  it('is drawn without an image', () => {
    const { container } = render(show(null));
    expect(container.textContent).toBe('Walden');
  });
});
