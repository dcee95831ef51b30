import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CodeNode,
  DEFAULT_LANGUAGE,
  isHighlighterReady,
  loadHighlighter,
  highlightCode,
  subscribeHighlighter,
} from '../lib/highlight-code.js';
import type { ItemOf } from '../lib/item-of.js';
import { Scroller } from './scroller.js';
import './code-listing.css';

const tokenTypeOf = (name: unknown): string | undefined =>
  Array.isArray(name)
    ? name
        .map((one) => String(one))
        .find((one) => one.startsWith('hljs-'))
        ?.slice('hljs-'.length)
    : undefined;

const HighlightedNodes = ({ nodes }: { nodes: readonly CodeNode[] }) =>
  nodes.map((node, index) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    return (
      <span key={index} data-code={tokenTypeOf(node.properties['className'])}>
        <HighlightedNodes nodes={node.children} />
      </span>
    );
  });

/** A code listing, left to right, with its file name and language (RDR-READER-44); highlighted once the grammars are loaded. */
export const CodeListing = ({ item }: { item: ItemOf<'code'> }) => {
  const { t } = useTranslation('reader');
  const isReady = useSyncExternalStore(subscribeHighlighter, isHighlighterReady);
  const nodes = useMemo(
    () => (isReady ? highlightCode(item.content, item.language) : null),
    [isReady, item.content, item.language],
  );
  useEffect(() => {
    if (!isReady) void loadHighlighter();
  }, [isReady]);
  return (
    <div className="code" dir="ltr">
      <div className="code__head">
        {item.filename ? <bdi>{item.filename}</bdi> : null}
        <span>{item.language || DEFAULT_LANGUAGE}</span>
      </div>
      <Scroller label={t('code')}>
        <pre>
          <code>{nodes ? <HighlightedNodes nodes={nodes} /> : item.content}</code>
        </pre>
      </Scroller>
    </div>
  );
};
