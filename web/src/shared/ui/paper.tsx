import type { ComponentProps } from 'react';
import './paper.css';

/** A white sheet on the ground. */
export const Paper = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={`paper${className ? ` ${className}` : ''}`} />
);
