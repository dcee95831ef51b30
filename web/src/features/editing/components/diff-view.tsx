import type { ContentItem } from '@hamkhan/contracts/content';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Formula } from '../../../shared/text/formula.js';
import { Chip, type ChipTone } from '../../../shared/ui/chip.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Switch } from '../../../shared/ui/switch.js';
import {
  changedProperties,
  diffItems,
  diffOfItem,
  hasMarks,
  type ItemChange,
  type ItemProperty,
} from '../lib/item-diff.js';
import { knownLanguage, LANGUAGE_NAMES } from '../lib/code-languages.js';
import { styleKey, type Word } from '../lib/marked-words.js';
import type { DiffPart } from '../lib/word-diff.js';
import './diff-view.css';
import './edit-parts.css';

const TONES: Record<ItemChange['kind'], ChipTone> = {
  same: 'plain',
  moved: 'run',
  added: 'ok',
  removed: 'bad',
  modified: 'wait',
};

/** Words of one style, rendered as on the page; a link is not clickable, and a changed one shows its address. */
const StyledWords = ({ words, changed }: { words: readonly Word[]; changed: boolean }) => {
  const [first] = words;
  if (!first) return null;
  const { strong, emphasis, code, math, href } = first.style;
  const text = words.map((word) => word.text).join('');
  let shown: ReactNode = text;
  if (math) shown = <Formula latex={text} display={math === 'display'} />;
  else if (code) shown = <code dir="ltr">{text}</code>;
  if (emphasis) shown = <em>{shown}</em>;
  if (strong) shown = <strong>{shown}</strong>;
  if (href === undefined) return shown;
  return (
    <>
      <span className="diff-link">{shown}</span>
      {changed ? (
        <>
          {' '}
          <bdi className="diff-link__to" dir="ltr">
            {href}
          </bdi>
        </>
      ) : null}
    </>
  );
};

const groupByStyle = (words: readonly Word[]): Word[][] => {
  const result: Word[][] = [];
  for (const word of words) {
    const last = result.at(-1);
    const before = last?.[0];
    if (last && before && !word.style.math && styleKey(before.style) === styleKey(word.style))
      last.push(word);
    else result.push([word]);
  }
  return result;
};

/** Added and removed words; screen readers announce the start of each. */
const Words = ({ parts }: { parts: readonly DiffPart[] }) => {
  const { t } = useTranslation('editing');
  return parts.map(({ kind, words }, index) => {
    const styled = groupByStyle(words).map((one, at) => (
      <StyledWords key={at} words={one} changed={kind !== 'same'} />
    ));
    if (kind === 'same') return <span key={index}>{styled}</span>;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      <Mark key={index}>
        <span className="visually-hidden">{t(`diff.${kind}`)}: </span>
        {styled}
      </Mark>
    );
  });
};

const PropertyChange = ({ property: { name, from, to } }: { property: ItemProperty }) => {
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
    <p className="diff-item__property small">
      {t(`diff.traits.${name}`)}: <del>{valueOf(from)}</del> <Icon name="forward" size="s" />{' '}
      <ins>{valueOf(to)}</ins>
    </p>
  );
};

type Rendering = {
  lang: string;
  dir: 'rtl' | 'ltr';
  /** Renders an item as on the page. */
  show: (item: ContentItem) => ReactNode;
};

type ChangeProps = Rendering & { change: ItemChange; showsMarkdown: boolean };

const ChangeHead = ({ change }: { change: ItemChange }) => {
  const { t } = useTranslation('editing');
  const type = t(`types.${change.item.type}`);
  const isRetyped = change.kind === 'modified' && change.before.type !== change.item.type;
  return (
    <header className="diff-item__head">
      <Chip tone={TONES[change.kind]}>{t(`diff.kinds.${change.kind}`)}</Chip>
      {change.kind === 'modified' && change.moved ? <Chip tone="run">{t('diff.kinds.moved')}</Chip> : null}
      <span className="tag">
        {isRetyped ? t('diff.retyped', { from: t(`types.${change.before.type}`), to: type }) : type}
      </span>
    </header>
  );
};

/** The item's text before and after a change; null on a side where it did not exist. */
const sidesOf = (change: ItemChange): { before: ContentItem | null; after: ContentItem | null } => ({
  before: change.kind === 'modified' ? change.before : change.kind === 'added' ? null : change.item,
  after: change.kind === 'removed' ? null : change.item,
});

/** Rendered formulas before and after a change. */
const ChangedFormulas = ({ change, show }: Pick<ChangeProps, 'change' | 'show'>) => {
  const { before, after } = sidesOf(change);
  return [
    ...(before?.type === 'math' && before !== after ? [['removed', before] as const] : []),
    ...(after?.type === 'math' ? [['added', after] as const] : []),
  ].map(([kind, formula]) => (
    <div key={kind} className="diff-item__formula" data-kind={change.kind === 'modified' ? kind : undefined}>
      {show(formula)}
    </div>
  ));
};

/** The changed words of an item. */
const ChangedText = ({ change, lang, dir, showsMarkdown }: Omit<ChangeProps, 'show'>) => {
  const { t } = useTranslation('editing');
  const { item } = change;
  const { before, after } = sidesOf(change);
  const parts = useMemo(() => diffOfItem(before, after, showsMarkdown), [before, after, showsMarkdown]);
  if (parts.length === 0)
    return item.type === 'figure' ? null : <p className="small faint">{t('diff.noWords')}</p>;
  const isVerbatim = item.type === 'code' || item.type === 'math';
  return (
    <div
      className="diff-item__text"
      data-plain={isVerbatim || undefined}
      lang={isVerbatim ? 'en' : lang}
      dir={isVerbatim ? 'ltr' : dir}
    >
      <Words parts={parts} />
    </div>
  );
};

const Change = (props: ChangeProps) => {
  const { change, show, showsMarkdown } = props;
  const { item } = change;
  const properties = change.kind === 'modified' ? changedProperties(change.before, item) : [];
  return (
    <article className="diff-item" data-kind={change.kind}>
      <ChangeHead change={change} />
      {properties.map((property) => (
        <PropertyChange key={property.name} property={property} />
      ))}
      {item.type === 'figure' && item.src !== '' ? (
        <div className="diff-item__picture">{show({ ...item, caption: '' })}</div>
      ) : null}
      {showsMarkdown ? null : <ChangedFormulas change={change} show={show} />}
      <ChangedText {...props} />
    </article>
  );
};

/** Groups neighbouring unchanged items, so that they can be folded. */
const groupUnchanged = (changes: readonly ItemChange[]): ItemChange[][] => {
  const groups: ItemChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last && change.kind === 'same' && last[0]?.kind === 'same') last.push(change);
    else groups.push([change]);
  }
  return groups;
};

const changesMarks = (change: ItemChange): boolean =>
  change.kind !== 'same' &&
  (hasMarks(change.item) || (change.kind === 'modified' && hasMarks(change.before)));

/** The changes of a text, item by item and word by word; unchanged items are folded. */
export const DiffView = ({
  before,
  after,
  ...rendering
}: Rendering & {
  before: readonly ContentItem[];
  after: readonly ContentItem[];
}) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const [isUnfolded, setUnfolded] = useState(false);
  const [showsMarkdown, setShowsMarkdown] = useState(false);
  const changes = useMemo(() => diffItems(before, after), [before, after]);
  const groups = useMemo(() => groupUnchanged(changes), [changes]);
  const canShowMarkdown = useMemo(() => changes.some(changesMarks), [changes]);
  if (changes.every(({ kind }) => kind === 'same'))
    return <p className="soft edit-center">{t('diff.none')}</p>;
  return (
    <div className="diff-view">
      {canShowMarkdown ? (
        <Switch label={t('diff.asWritten')} checked={showsMarkdown} onChange={setShowsMarkdown} />
      ) : null}
      {groups.map((group, index) => {
        const [first] = group;
        if (!first) return null;
        const isFolded = first.kind === 'same' && !isUnfolded;
        return isFolded ? (
          <button key={index} type="button" className="diff-view__same" onClick={() => setUnfolded(true)}>
            <Icon name="down" size="s" />
            {t('diff.same', { count: group.length, items: number(group.length) })}
          </button>
        ) : (
          group.map((change) => (
            <Change
              key={`${change.kind}/${change.item.id}`}
              change={change}
              showsMarkdown={showsMarkdown}
              {...rendering}
            />
          ))
        );
      })}
    </div>
  );
};
