import { useEffect, useState } from 'react';

/** Pixels of scrolling that count as a wish. */
const WISH = 24;
const TOP = 80;

/** Whether the bars give way: while scrolling down, until the reader scrolls up, reaches an end or puts the focus into one. */
export const useRetreatingBars = (page: number): boolean => {
  const [away, setAway] = useState(false);
  const [shownPage, setShownPage] = useState(page);
  if (shownPage !== page) {
    setShownPage(page);
    setAway(false);
  }

  useEffect(() => {
    let from = window.scrollY;
    const onScroll = () => {
      const at = window.scrollY;
      const room = document.documentElement.scrollHeight - window.innerHeight;
      if (at < TOP || at > room - TOP) {
        from = at;
        setAway(false);
      } else if (Math.abs(at - from) > WISH) {
        setAway(at > from);
        from = at;
      }
    };
    const onFocus = () => setAway(false);
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('focusin', onFocus);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('focusin', onFocus);
    };
  }, []);

  return away;
};
