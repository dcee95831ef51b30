import './spinner.css';

/** Turns while something short runs; words beside it say what. */
export const Spinner = ({ size = 'm' }: { size?: 's' | 'm' }) => (
  <span className="spinner" data-size={size} aria-hidden="true" />
);
