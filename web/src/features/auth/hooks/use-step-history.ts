import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

const LAST_STEP = { isLastStep: true };

/** Whether the state of a history entry marks the last step of a form. */
export const isLastStep = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isLastStep' in state && state.isLastStep === true;

/**
 * Gives the last step of a form its own history entry, so that the browser's Back button returns to the step before, with
 * everything that was typed, instead of leaving the form. `onBack` shows the step before. Once the form `isDone` the entry is
 * removed by going back; a caller that then replaces the form waits for `isAtLastStep` to be false.
 */
export const useStepHistory = (onBack: () => void, isDone: boolean) => {
  const navigate = useNavigate();
  const location = useLocation();
  const isAtLastStep = isLastStep(location.state);
  const isLastStepWanted = useRef(isAtLastStep);
  /** The form has called `navigate(-1)` and the location has not changed yet. */
  const isGoingBack = useRef(false);

  const push = () => void navigate({ search: location.search }, { state: LAST_STEP });

  const handleLeftStep = useEffectEvent(() => {
    if (isGoingBack.current) {
      isGoingBack.current = false;
      if (isLastStepWanted.current) push();
    } else if (isLastStepWanted.current) {
      isLastStepWanted.current = false;
      onBack();
    }
  });
  useEffect(() => {
    if (!isAtLastStep) handleLeftStep();
  }, [isAtLastStep]);

  useEffect(() => {
    if (!isDone || !isAtLastStep || isGoingBack.current) return;
    isLastStepWanted.current = false;
    isGoingBack.current = true;
    void navigate(-1);
  }, [isDone, isAtLastStep, navigate]);

  return {
    isAtLastStep,
    /** Adds the history entry when the form shows its last step. */
    goForward: () => {
      isLastStepWanted.current = true;
      if (!isAtLastStep && !isGoingBack.current) push();
    },
    /** Shows the step before and removes the history entry; for a button of the form. */
    goBack: () => {
      isLastStepWanted.current = false;
      onBack();
      if (!isAtLastStep || isGoingBack.current) return;
      isGoingBack.current = true;
      void navigate(-1);
    },
  };
};
