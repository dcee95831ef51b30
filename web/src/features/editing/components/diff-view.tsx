import type { ContentItem } from '@hamkhan/contracts/content';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Formula } from '../../../shared/text/formula.js';
import { Chip, type ChipTone } from '../../../shared/ui/chip.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Switch } from '../../../shared/ui/switch.js';
import {
  changedTraits,
  diffItems,
  diffOfItem,
  hasMarks,
  type ItemChange,
  type Trait,
} from '../lib/item-diff.js';
import { knownLanguage, LANGUAGE_NAMES } from '../lib/languages.js';
import { lookKey, type Word } from '../lib/marked-words.js';
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

/** Words that stand alike, as a page shows them; a link is no link here, and one that changed says where it leads. */
const Stretch = ({ words, changed }: { words: readonly Word[]; changed: boolean }) => {
  const [first] = words;
  if (!first) return null;
  const { strong, emphasis, code, math, href } = first.look;
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

const alike = (words: readonly Word[]): Word[][] => {
  const result: Word[][] = [];
  for (const word of words) {
    const last = result.at(-1);
    const before = last?.[0];
    if (last && before && !word.look.math && lookKey(before.look) === lookKey(word.look)) last.push(word);
    else result.push([word]);
  }
  return result;
};

/** Words that came and went. Those who don't see the colours hear where each begins. */
const Words = ({ parts }: { parts: readonly DiffPart[] }) => {
  const { t } = useTranslation('editing');
  return parts.map(({ kind, words }, index) => {
    const stretches = alike(words).map((one, at) => (
      <Stretch key={at} words={one} changed={kind !== 'same'} />
    ));
    if (kind === 'same') return <span key={index}>{stretches}</span>;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      <Mark key={index}>
        <span className="visually-hidden">{t(`diff.${kind}`)}: </span>
        {stretches}
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

const Change = ({
  change,
  lang,
  dir,
  show,
  asWritten,
}: Look & { change: ItemChange; asWritten: boolean }) => {
  const { t } = useTranslation('editing');
  const { item } = change;
  const before = change.kind === 'modified' ? change.before : change.kind === 'added' ? null : item;
  const after = change.kind === 'removed' ? null : item;
  const parts = useMemo(() => diffOfItem(before, after, asWritten), [before, after, asWritten]);
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
      {asWritten
        ? null
        : [
            ...(before?.type === 'math' && before !== after ? [['removed', before] as const] : []),
            ...(after?.type === 'math' ? [['added', after] as const] : []),
          ].map(([kind, formula]) => (
            <div
              key={kind}
              className="diff-item__formula"
              data-kind={change.kind === 'modified' ? kind : undefined}
            >
              {show(formula)}
            </div>
          ))}
      {parts.length === 0 ? (
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
          <Words parts={parts} />
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
  const [asWritten, setAsWritten] = useState(false);
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
  const marked = useMemo(
    () =>
      changes.some(
        (change) =>
          change.kind !== 'same' &&
          (hasMarks(change.item) || (change.kind === 'modified' && hasMarks(change.before))),
      ),
    [changes],
  );
  if (changes.every(({ kind }) => kind === 'same'))
    return <p className="soft edit-center">{t('diff.none')}</p>;
  return (
    <div className="diff-view">
      {marked ? <Switch label={t('diff.asWritten')} checked={asWritten} onChange={setAsWritten} /> : null}
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
          group.map((change) => (
            <Change
              key={`${change.kind}/${change.item.id}`}
              change={change}
              asWritten={asWritten}
              {...look}
            />
          ))
        );
      })}
    </div>
  );
};
