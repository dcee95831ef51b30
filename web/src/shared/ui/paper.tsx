import type { ComponentProps } from 'react';
import './paper.css';

/** A white surface on the page background. */
export const Paper = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={`paper${className ? ` ${className}` : ''}`} />
);
