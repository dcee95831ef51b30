import './logo.css';

/** The logo: an open book, one page for the original, one for the translation. */
export const Logo = () => (
  <svg className="logo" viewBox="0 0 28 28" aria-hidden="true">
    <rect className="logo__one" width="28" height="28" rx="8" />
    <path className="logo__two" d="M14 0h6a8 8 0 0 1 8 8v12a8 8 0 0 1-8 8h-6z" />
    <path
      className="logo__leaves"
      d="M6 5h7.5v18H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2Zm8.5 0H22a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-7.5z"
    />
  </svg>
);
