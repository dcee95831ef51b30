import type { ContentItem } from '@hamkhan/contracts/content';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Chip, type ChipTone } from '../../../shared/ui/chip.js';
import { Icon } from '../../../shared/ui/icon.js';
import { changedTraits, diffItems, type ItemChange, textOfItem, type Trait } from '../lib/item-diff.js';
import { knownLanguage, LANGUAGE_NAMES } from '../lib/languages.js';
import { diffWords } from '../lib/word-diff.js';
import './diff-view.css';
import './edit-parts.css';

const TONES: Record<ItemChange['kind'], ChipTone> = {
  same: 'plain',
  moved: 'run',
  added: 'ok',
  removed: 'bad',
  modified: 'wait',
};

/** Words that came and went. Those who don't see the colours hear where each begins. */
const Words = ({ before, after }: { before: string; after: string }) => {
  const { t } = useTranslation('editing');
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return parts.map(({ kind, text }, index) => {
    if (kind === 'same') return <span key={index}>{text}</span>;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      <Mark key={index}>
        <span className="visually-hidden">{t(`diff.${kind}`)}: </span>
        {text}
      </Mark>
    );
  });
};

const TraitLine = ({ trait: { name, from, to } }: { trait: Trait }) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const valueOf = (value: string): ReactNode => {
    if (value === '') return t('diff.nothing');
    switch (name) {
      case 'level':
        return number(Number(value));
      case 'text_align':
        return value === 'left' || value === 'right' || value === 'center' ? t(`aligns.${value}`) : value;
      case 'list_type':
        return value === 'ordered' ? t('list.ordered') : t('list.unordered');
      case 'language': {
        const known = knownLanguage(value);
        return <bdi>{known === 'text' ? value : LANGUAGE_NAMES[known]}</bdi>;
      }
      case 'filename':
        return <bdi dir="ltr">{value}</bdi>;
      case 'src':
        return t('diff.picture');
    }
  };
  return (
    <p className="diff-item__trait small">
      {t(`diff.traits.${name}`)}: <del>{valueOf(from)}</del> <Icon name="forward" size="s" />{' '}
      <ins>{valueOf(to)}</ins>
    </p>
  );
};

const isPlain = (item: ContentItem): boolean => item.type === 'code' || item.type === 'math';

type Look = {
  lang: string;
  dir: 'rtl' | 'ltr';
  /** Draws an item as the page does. */
  show: (item: ContentItem) => ReactNode;
};

const Change = ({ change, lang, dir, show }: Look & { change: ItemChange }) => {
  const { t } = useTranslation('editing');
  const { item } = change;
  const text = textOfItem(item);
  const [before, after] =
    change.kind === 'modified'
      ? [textOfItem(change.before), text]
      : change.kind === 'added'
        ? ['', text]
        : change.kind === 'removed'
          ? [text, '']
          : [text, text];
  const traits = change.kind === 'modified' ? changedTraits(change.before, item) : [];
  const isRetyped = change.kind === 'modified' && change.before.type !== item.type;
  return (
    <article className="diff-item" data-kind={change.kind}>
      <header className="diff-item__head">
        <Chip tone={TONES[change.kind]}>{t(`diff.kinds.${change.kind}`)}</Chip>
        {change.kind === 'modified' && change.moved ? <Chip tone="run">{t('diff.kinds.moved')}</Chip> : null}
        <span className="tag">
          {isRetyped
            ? t('diff.retyped', {
                from: t(`types.${change.before.type}`),
                to: t(`types.${item.type}`),
              })
            : t(`types.${item.type}`)}
        </span>
      </header>
      {traits.map((trait) => (
        <TraitLine key={trait.name} trait={trait} />
      ))}
      {item.type === 'figure' && item.src !== '' ? (
        <div className="diff-item__picture">{show({ ...item, caption: '' })}</div>
      ) : null}
      {before === '' && after === '' ? (
        item.type === 'figure' ? null : (
          <p className="small faint">{t('diff.noWords')}</p>
        )
      ) : (
        <div
          className="diff-item__text"
          data-plain={isPlain(item) || undefined}
          lang={isPlain(item) ? 'en' : lang}
          dir={isPlain(item) ? 'ltr' : dir}
        >
          <Words before={before} after={after} />
        </div>
      )}
    </article>
  );
};

/** What became of a text, item by item and word by word; what stayed is folded. */
export const DiffView = ({
  before,
  after,
  ...look
}: Look & {
  before: readonly ContentItem[];
  after: readonly ContentItem[];
}) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const [whole, setWhole] = useState(false);
  const changes = useMemo(() => diffItems(before, after), [before, after]);
  const groups = useMemo(() => {
    const result: ItemChange[][] = [];
    for (const change of changes) {
      const last = result.at(-1);
      if (last && change.kind === 'same' && last[0]?.kind === 'same') last.push(change);
      else result.push([change]);
    }
    return result;
  }, [changes]);
  if (changes.every(({ kind }) => kind === 'same'))
    return <p className="soft edit-center">{t('diff.none')}</p>;
  return (
    <div className="diff-view">
      {groups.map((group, index) => {
        const [first] = group;
        if (!first) return null;
        const isFolded = first.kind === 'same' && !whole;
        return isFolded ? (
          <button key={index} type="button" className="diff-view__same" onClick={() => setWhole(true)}>
            <Icon name="down" size="s" />
            {t('diff.same', { count: group.length, items: number(group.length) })}
          </button>
        ) : (
          group.map((change) => <Change key={`${change.kind}/${change.item.id}`} change={change} {...look} />)
        );
      })}
    </div>
  );
};
