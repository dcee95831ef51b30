import './spinner.css';

/** Spinner for short operations; the text beside it names them. */
export const Spinner = ({ size = 'm' }: { size?: 's' | 'm' }) => (
  <span className="spinner" data-size={size} aria-hidden="true" />
);
