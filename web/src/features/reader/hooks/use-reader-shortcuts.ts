import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { useFormat } from '../../../shared/lib/format.js';
import { useShortcuts } from '../../../shared/lib/use-shortcuts.js';
import type { ReadingTexts } from '../lib/reading-choice.js';
import { changeReadingSettings, clampedStep, SIZES, useReadingSettings } from '../lib/reading-settings.js';
import type { DocumentTool, PageTool } from '../lib/reader-tools.js';
import type { FindNavigation } from './use-find-navigation.js';
import type { OpenDocument } from './use-open-document.js';
import type { PageNavigation } from './use-page-navigation.js';

const NEXT_TEXTS: Record<ReadingTexts, ReadingTexts> = { one: 'columns', columns: 'lines', lines: 'one' };

/** The reader's keys, while pages are shown and no dialog is open. */
export const useReaderShortcuts = ({
  reader: { totalPages, choice, changeChoice, pages, page },
  navigation: { goTo, next, previous },
  search,
  onTool,
  onPageTool,
  enabled,
}: {
  reader: OpenDocument;
  navigation: PageNavigation;
  search: FindNavigation;
  onTool: (tool: DocumentTool) => void;
  onPageTool: (tool: PageTool, page: ReaderPage) => void;
  enabled: boolean;
}): void => {
  const { language } = useFormat();
  const settings = useReadingSettings();
  const isRtl = language === 'fa';
  const resize = (by: 1 | -1) => changeReadingSettings({ size: clampedStep(settings.size, by, SIZES) });
  const stepResult = (by: 1 | -1) => {
    if (search.isBarOpen) search.step(by);
  };
  useShortcuts(
    {
      ArrowLeft: isRtl ? next : previous,
      ArrowRight: isRtl ? previous : next,
      Home: () => goTo(1),
      End: () => goTo(totalPages),
      KeyT: () => onTool('contents'),
      Slash: () => onTool('find'),
      KeyN: () => stepResult(1),
      'Shift+KeyN': () => stepResult(-1),
      KeyO: () => changeChoice({ translated: !choice.translated }),
      Digit1: () => changeChoice({ translated: true, version: 1 }),
      Digit2: () => changeChoice({ translated: true, version: 2 }),
      KeyC: () => changeChoice({ layout: choice.layout === 'continuous' ? 'single' : 'continuous' }),
      KeyB: () => changeChoice({ translated: true, texts: NEXT_TEXTS[choice.texts] }),
      Plus: () => resize(1),
      Minus: () => resize(-1),
      KeyI: () => {
        const current = pages.pages.get(page - 1);
        if (current?.image) onPageTool('image', current);
      },
      Help: () => onTool('shortcuts'),
      ...(search.isBarOpen ? { Escape: search.closeBar } : {}),
    },
    enabled,
  );
};
