import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { isMathReady, loadMath, subscribeMath, typesetMath } from './typeset-math.js';
import './formula.css';

/** An inline formula up to this source length does not wrap. */
const SHORT = 60;

/** A formula, always left to right. Its source is shown until it is typeset, and if it cannot be. */
export const Formula = ({ latex, display }: { latex: string; display: boolean }) => {
  const host = useRef<HTMLSpanElement>(null);
  const ready = useSyncExternalStore(subscribeMath, isMathReady);
  const element = useMemo(() => (ready ? typesetMath(latex, display) : null), [ready, latex, display]);

  useEffect(() => {
    if (!ready) void loadMath();
  }, [ready]);
  useLayoutEffect(() => {
    if (element) host.current?.replaceChildren(element);
  }, [element]);

  if (!element) {
    return (
      <code className="math math--source" data-display={display || undefined} dir="ltr">
        {latex}
      </code>
    );
  }
  return (
    <span
      ref={host}
      className="math"
      data-source={latex}
      data-display={display || undefined}
      data-short={(!display && latex.length <= SHORT) || undefined}
      dir="ltr"
    />
  );
};
