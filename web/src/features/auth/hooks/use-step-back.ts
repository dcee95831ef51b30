import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Whether a place in the history is that of the last step of a form. */
export const isAhead = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'ahead' in state && state.ahead === true;

/**
 * Gives the last step of a form a place in the browser's history: Back leads to the step before it, with everything that was
 * typed, and not out of the form. `onBack` shows the step before. Once the form is done (`isDone`) that place is given up again, so
 * that whoever goes on from `ahead: false` in place of the form leaves no step behind.
 */
export const useStepBack = (onBack: () => void, isDone: boolean) => {
  const navigate = useNavigate();
  const location = useLocation();
  const ahead = isAhead(location.state);
  const wanted = useRef(ahead);
  /** The form itself went back, and the history has yet to follow. */
  const following = useRef(false);

  const push = () => void navigate({ search: location.search }, { state: { ahead: true } });

  const leftStep = useEffectEvent(() => {
    if (following.current) {
      following.current = false;
      if (wanted.current) push();
    } else if (wanted.current) {
      wanted.current = false;
      onBack();
    }
  });
  useEffect(() => {
    if (!ahead) leftStep();
  }, [ahead]);

  useEffect(() => {
    if (!isDone || !ahead || following.current) return;
    wanted.current = false;
    following.current = true;
    void navigate(-1);
  }, [isDone, ahead, navigate]);

  return {
    ahead,
    /** The last step is there now. */
    forward: () => {
      wanted.current = true;
      if (!ahead && !following.current) push();
    },
    /** A button of the form leads back. */
    back: () => {
      wanted.current = false;
      onBack();
      if (!ahead || following.current) return;
      following.current = true;
      void navigate(-1);
    },
  };
};
