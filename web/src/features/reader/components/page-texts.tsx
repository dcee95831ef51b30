import { headingIds } from '@hamkhan/contracts/headings';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { directionOf, TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import { useContext, useMemo } from 'react';
import { ReaderSlotsContext } from '../../../shared/ui/reader-slots.js';
import type { PageSize } from '../lib/page-size.js';
import type { ReadingTexts } from '../lib/reading-choice.js';
import { itemsOf, readable, type Version } from '../lib/shown-text.js';
import { PageItems } from './page-items.js';
import { PairedText } from './paired-text.js';
import './page-texts.css';

type PageTextProps = {
  page: ReaderPage;
  document: DocumentMetadata;
  version: Version;
  /** The links of the contents lead to the headings of this text. */
  isLinkTarget: boolean;
  pageSize: PageSize | null;
  rowOf?: (id: string) => number;
  onLost: () => void;
};

/** One text of a page in its own frame, with the overlays of other features. */
const PageText = ({ page, document, version, isLinkTarget, pageSize, rowOf, onLost }: PageTextProps) => {
  const { OnText } = useContext(ReaderSlotsContext);
  const sourceDirection = directionOf(document.language);
  const isOriginal = version === 0;
  const { page_number: pageNumber, content } = page;
  const items = itemsOf(page, version);
  const shown = useMemo(() => readable(items), [items]);
  const headings = useMemo(
    () => (isLinkTarget ? headingIds(pageNumber, [...(content?.items ?? []), ...items]) : undefined),
    [isLinkTarget, pageNumber, content, items],
  );
  return (
    <div className="page-text" data-text={version}>
      <PageItems
        items={shown}
        language={isOriginal ? document.language : TARGET_LANGUAGE}
        direction={isOriginal ? sourceDirection : directionOf(TARGET_LANGUAGE)}
        sourceDirection={sourceDirection}
        pageNumber={pageNumber}
        pageSize={pageSize}
        onLost={onLost}
        headingIds={headings}
        rowOf={rowOf}
      />
      {OnText ? <OnText document={document} page={page} version={version} items={items} /> : null}
    </div>
  );
};

/** The text of a page, or its translation together with the original. */
export const PageTexts = ({
  version,
  texts,
  ...rest
}: Pick<PageTextProps, 'page' | 'document' | 'version' | 'pageSize' | 'onLost'> & {
  texts: ReadingTexts;
}) => {
  const { page } = rest;
  const original = useMemo(() => readable(itemsOf(page, 0)), [page]);
  const translated = useMemo(() => readable(itemsOf(page, version)), [page, version]);
  if (texts === 'one' || version === 0 || original.length === 0)
    return <PageText {...rest} version={version} isLinkTarget />;
  return (
    <PairedText
      layout={texts}
      original={original}
      translated={translated}
      render={(side, rowOf) =>
        side === 'translated' ? (
          <PageText {...rest} version={version} isLinkTarget rowOf={rowOf} />
        ) : (
          <PageText {...rest} version={0} isLinkTarget={false} rowOf={rowOf} />
        )
      }
    />
  );
};
