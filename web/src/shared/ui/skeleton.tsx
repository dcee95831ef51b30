import { SkeletonShape } from './prime-controls.js';
import './skeleton.css';

/** A grey shape in place of content that is loading; width and height as CSS lengths. Hidden from assistive technology: the list around it is `aria-busy`. */
export const Skeleton = ({
  width = '100%',
  height = '1em',
  round = 's',
}: {
  width?: string;
  height?: string;
  round?: 's' | 'm' | 'pill';
}) => <SkeletonShape width={width} height={height} data-round={round} />;
