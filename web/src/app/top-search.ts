import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const FIELD = 'main input[type="search"]';
/** How long to wait for a screen's search field to appear, in milliseconds. */
const WAIT_MS = 15_000;
const WANTED = { focusSearch: true };

const focusField = (): boolean => {
  const field = document.querySelector<HTMLInputElement>(FIELD);
  field?.focus();
  return field !== null;
};

/** Focuses the search field of the screen, or opens the library's if the screen has none (ACC-SHELL-23, G85). */
export const useTopSearch = (): (() => void) => {
  const navigate = useNavigate();
  return () => {
    if (!focusField()) void navigate('/user/documents/', { state: WANTED });
  };
};

/** Focuses the search field of a screen that was opened for searching, once the field is rendered. */
export const useWantedSearch = (): void => {
  const { state, key } = useLocation() as { state: unknown; key: string };
  const wanted = typeof state === 'object' && state !== null && 'focusSearch' in state;
  useEffect(() => {
    if (!wanted || focusField()) return undefined;
    const observer = new MutationObserver(() => {
      if (focusField()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const clock = setTimeout(() => observer.disconnect(), WAIT_MS);
    return () => {
      observer.disconnect();
      clearTimeout(clock);
    };
  }, [wanted, key]);
};
