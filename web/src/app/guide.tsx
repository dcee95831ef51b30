import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../shared/lib/format.js';
import { useFrom } from '../shared/lib/use-media.js';
import { readStored, writeStored } from '../shared/storage/settings.js';
import { Button } from '../shared/ui/button.js';
import { IconButton } from '../shared/ui/icon-button.js';
import { Checkbox } from '../shared/ui/prime-controls.js';
import { GUIDE_CHECK_MS, GUIDE_PADDING, type GuideName, GUIDES } from './guides.js';
import './guide.css';

const STORED = 'guides_shown';

/** Guides that the user has dismissed for good, by route name (accounts-and-library.txt §3). */
const shownMap = (): Record<string, unknown> => {
  const stored = readStored(STORED);
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
    ? (stored as Record<string, unknown>)
    : {};
};

export type GuideProps = {
  name: GuideName;
  /** Guides shown since the page was loaded; each is shown once. */
  shown: Set<GuideName>;
};

type Box = { top: number; left: number; width: number; height: number };
const GAP = 12;
const EDGE = 8;

const visibleBox = (selector: string): Box | null => {
  for (const element of document.querySelectorAll(selector)) {
    const { top, left, width, height } = element.getBoundingClientRect();
    if (width > 0 || height > 0) return { top, left, width, height };
  }
  return null;
};

/** The guide waits while a modal dialog is open. */
const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Position of the target: polled until it appears, then updated on scroll and resize. */
const useTarget = (selector: string): Box | null => {
  const [box, setBox] = useState<{ of: string; box: Box } | null>(null);
  useEffect(() => {
    const look = () => {
      const found = visibleBox(selector);
      if (isDialogOpen()) setBox(null);
      else if (found) setBox({ of: selector, box: found });
    };
    look();
    const clock = setInterval(look, GUIDE_CHECK_MS);
    window.addEventListener('resize', look);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      clearInterval(clock);
      window.removeEventListener('resize', look);
      window.removeEventListener('scroll', look);
    };
  }, [selector]);
  return box?.of === selector ? box.box : null;
};

/** Position of the bubble: below its target, or above it where there is no room, inside the window. */
const useBubblePosition = (target: Box | null) => {
  const bubble = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState({ top: 0, left: 0 });
  useLayoutEffect(() => {
    if (!target || !bubble.current) return;
    const { offsetWidth: width, offsetHeight: height } = bubble.current;
    const below = target.top + target.height + GUIDE_PADDING + GAP;
    const above = target.top - GUIDE_PADDING - GAP - height;
    const top = below + height + EDGE <= window.innerHeight ? below : Math.max(EDGE, above);
    const middle = target.left + target.width / 2 - width / 2;
    setPosition({ top, left: Math.min(Math.max(EDGE, middle), window.innerWidth - width - EDGE) });
  }, [target]);
  return { bubble, position };
};

/** The frame around the target. */
const Highlight = ({ target }: { target: Box }) => (
  <div
    className="guide__light"
    aria-hidden="true"
    style={{
      top: target.top - GUIDE_PADDING,
      left: target.left - GUIDE_PADDING,
      width: target.width + 2 * GUIDE_PADDING,
      height: target.height + 2 * GUIDE_PADDING,
    }}
  />
);

/** Which step it is, and buttons for the previous and the next one; the last closes the guide. */
const GuideFooter = ({
  index,
  count,
  onStep,
  onFinish,
}: {
  index: number;
  count: number;
  onStep: (index: number) => void;
  onFinish: () => void;
}) => {
  const { t } = useTranslation('shell');
  const { number } = useFormat();
  const isLast = index === count - 1;
  return (
    <div className="guide__foot">
      <span className="num grow" role="status">
        {t('guide.place', { step: number(index + 1), steps: number(count) })}
      </span>
      {index > 0 ? (
        <Button size="s" onClick={() => onStep(index - 1)}>
          {t('guide.previous')}
        </Button>
      ) : null}
      <Button size="s" look="main" onClick={() => (isLast ? onFinish() : onStep(index + 1))}>
        {t(isLast ? 'guide.finish' : 'guide.next')}
      </Button>
    </div>
  );
};

const GuideSteps = ({ name, shown, onClose }: GuideProps & { onClose: () => void }) => {
  const { t } = useTranslation('shell');
  const id = useId();
  const wide = useFrom('md');
  const steps = GUIDES[name][wide ? 'desktop' : 'mobile'];
  const [stepIndex, setStepIndex] = useState(0);
  const index = Math.min(stepIndex, steps.length - 1);
  const step = steps[index];
  const target = useTarget(step?.target ?? '');
  const [never, setNever] = useState(false);
  const { bubble, position } = useBubblePosition(target);
  const isTargetVisible = target !== null;

  useEffect(() => {
    if (!isTargetVisible) return;
    shown.add(name);
    bubble.current?.focus({ preventScroll: true });
  }, [bubble, isTargetVisible, index, name, shown]);

  const close = () => {
    if (never) writeStored(STORED, { ...shownMap(), [name]: true });
    onClose();
  };

  if (!target || !step) return null;
  return (
    <>
      <Highlight target={target} />
      <div
        ref={bubble}
        className="guide"
        role="dialog"
        aria-label={t('guide.label')}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        style={position}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        <div className="guide__head">
          <h2 className="grow">{t(`guide.steps.${step.text}.title`)}</h2>
          <IconButton icon="close" label={t('guide.close')} onClick={close} />
        </div>
        <p id={`${id}-text`}>{t(`guide.steps.${step.text}.text`)}</p>
        <label className="guide__never">
          <Checkbox className="guide__box" checked={never} onChange={setNever} />
          {t('guide.never')}
        </label>
        <GuideFooter index={index} count={steps.length} onStep={setStepIndex} onFinish={close} />
      </div>
    </>
  );
};

/** Explains a screen step by step when it is first opened. It does not block the page beneath (ACC-SHELL-24 to -29). */
export const Guide = ({ name, shown }: GuideProps) => {
  const [open, setOpen] = useState(() => !shown.has(name) && shownMap()[name] !== true);
  return open ? <GuideSteps name={name} shown={shown} onClose={() => setOpen(false)} /> : null;
};
