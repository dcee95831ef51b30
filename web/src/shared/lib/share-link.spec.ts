import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setScreenWidth, startScreen } from '../../test/screen.js';
import { shareLink } from './share-link.js';

const share = jest.fn<(data: ShareData) => Promise<void>>();
const write = jest.fn<(text: string) => Promise<void>>();
const LINK = 'http://localhost/i/KEY/';

beforeEach(async () => {
  await startScreen('en');
  share.mockReset().mockResolvedValue(undefined);
  write.mockReset().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

describe('shareLink', () => {
  it('opens the share sheet up to 960 pixels [ACC-SHELL-34]', async () => {
    setScreenWidth(960);
    expect(await shareLink('/i/KEY/', 'A book')).toBe('shared');
    expect(share).toHaveBeenCalledWith({ title: 'A book', url: LINK });
    expect(write).not.toHaveBeenCalled();
  });

  it('copies the link above 960 pixels [ACC-SHELL-34]', async () => {
    setScreenWidth(961);
    expect(await shareLink('/i/KEY/', 'A book')).toBe('copied');
    expect(write).toHaveBeenCalledWith(LINK);
    expect(share).not.toHaveBeenCalled();
  });

  it('copies the link when there is no share sheet or it fails, and reports a failed copy', async () => {
    setScreenWidth(400);
    share.mockRejectedValue(new TypeError('not now'));
    expect(await shareLink('/i/KEY/', 'A book')).toBe('copied');
    Reflect.deleteProperty(navigator, 'share');
    expect(await shareLink('/i/KEY/', 'A book')).toBe('copied');
    write.mockRejectedValue(new Error('denied'));
    expect(await shareLink('/i/KEY/', 'A book')).toBe('failed');
  });

  it('counts a closed share sheet as shared', async () => {
    setScreenWidth(400);
    share.mockRejectedValue(new DOMException('closed', 'AbortError'));
    expect(await shareLink('/i/KEY/', 'A book')).toBe('shared');
    expect(write).not.toHaveBeenCalled();
  });
});
