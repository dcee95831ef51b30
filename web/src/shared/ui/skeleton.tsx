import './skeleton.css';

/** A grey shape where something will stand; width and height as CSS lengths. Hidden from assistive technology: the list around it is `aria-busy`. */
export const Skeleton = ({
  width,
  height = '1em',
  round = 's',
}: {
  width?: string;
  height?: string;
  round?: 's' | 'm' | 'pill';
}) => (
  <span
    className="skeleton"
    data-round={round}
    style={{ inlineSize: width ?? '100%', blockSize: height }}
    aria-hidden="true"
  />
);
