import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * Holds whoever is about to leave a screen on which something would be lost. The browser asks for itself where the whole page
 * goes; for another screen of the application the answer says whether to ask, and what comes of it.
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
