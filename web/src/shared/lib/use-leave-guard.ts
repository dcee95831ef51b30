import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * Blocks navigation while there are unsaved changes. The browser asks by itself when the page is closed; for navigation inside the
 * application `asks` says whether to ask, `leave` and `stay` take the decision.
 */
export const useLeaveGuard = (guards: boolean) => {
  const blocker = useBlocker(guards);
  useEffect(() => {
    if (!guards) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [guards]);
  return {
    asks: blocker.state === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
};
