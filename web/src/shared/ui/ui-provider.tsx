import { PrimeReactProvider } from 'primereact/api';
import type { ReactNode } from 'react';

/**
 * PrimeReact without its looks. It writes a base style sheet into the page even so, which a strict content policy refuses;
 * given a container that is in no document, it writes it there and nothing happens.
 */
const nowhere = document.createElement('div');

export const UiProvider = ({ children }: { children: ReactNode }) => (
  <PrimeReactProvider value={{ unstyled: true, styleContainer: nowhere, ripple: false }}>
    {children}
  </PrimeReactProvider>
);
