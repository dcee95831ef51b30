import type { ReactNode } from 'react';
import { Brand } from './brand.js';
import { DisplayMenu } from './display-menu.js';
import '../styles/bar.css';
import './bare-head.css';

/** The head of a page without a top bar: where one is, and the way home. */
export const BareHead = ({ children }: { children?: ReactNode }) => (
  <header className="bar bar--bare">
    <Brand />
    <span className="grow" />
    {children ?? <DisplayMenu />}
  </header>
);
