import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CodeNode,
  DEFAULT_LANGUAGE,
  isPainterReady,
  loadPainter,
  paintCode,
  subscribePainter,
} from '../lib/highlight-code.js';
import type { ItemOf } from '../lib/item-of.js';
import { Scroller } from './scroller.js';
import './code-listing.css';

const kindOf = (name: unknown): string | undefined =>
  Array.isArray(name)
    ? name
        .map((one) => String(one))
        .find((one) => one.startsWith('hljs-'))
        ?.slice('hljs-'.length)
    : undefined;

const Painted = ({ nodes }: { nodes: readonly CodeNode[] }) =>
  nodes.map((node, index) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    return (
      <span key={index} data-code={kindOf(node.properties['className'])}>
        <Painted nodes={node.children} />
      </span>
    );
  });

/** A listing, from left to right, with its file and language (RDR-READER-44). Its words take their colours when the grammars are here. */
export const CodeListing = ({ item }: { item: ItemOf<'code'> }) => {
  const { t } = useTranslation('reader');
  const ready = useSyncExternalStore(subscribePainter, isPainterReady);
  const nodes = useMemo(
    () => (ready ? paintCode(item.content, item.language) : null),
    [ready, item.content, item.language],
  );
  useEffect(() => {
    if (!ready) void loadPainter();
  }, [ready]);
  return (
    <div className="code" dir="ltr">
      <div className="code__head">
        {item.filename ? <bdi>{item.filename}</bdi> : null}
        <span>{item.language || DEFAULT_LANGUAGE}</span>
      </div>
      <Scroller label={t('code')}>
        <pre>
          <code>{nodes ? <Painted nodes={nodes} /> : item.content}</code>
        </pre>
      </Scroller>
    </div>
  );
};
