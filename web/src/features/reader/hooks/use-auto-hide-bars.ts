import { useEffect, useState } from 'react';

/** Pixels of scrolling before the bars react. */
const THRESHOLD = 24;
/** Pixels from either end of the page within which the bars always show. */
const END_ZONE = 80;

/** Whether the bars are hidden: while scrolling down, until the user scrolls up, reaches an end or focuses something. */
export const useAutoHideBars = (page: number): boolean => {
  const [isHidden, setHidden] = useState(false);
  const [shownPage, setShownPage] = useState(page);
  if (shownPage !== page) {
    setShownPage(page);
    setHidden(false);
  }

  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const now = window.scrollY;
      const scrollable = document.documentElement.scrollHeight - window.innerHeight;
      if (now < END_ZONE || now > scrollable - END_ZONE) {
        last = now;
        setHidden(false);
      } else if (Math.abs(now - last) > THRESHOLD) {
        setHidden(now > last);
        last = now;
      }
    };
    const onFocus = () => setHidden(false);
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('focusin', onFocus);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('focusin', onFocus);
    };
  }, []);

  return isHidden;
};
