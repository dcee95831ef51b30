import { PrimeReactProvider } from 'primereact/api';
import { Dialog, type DialogProps } from 'primereact/dialog';
import { Menu, type MenuProps } from 'primereact/menu';
import type { Ref } from 'react';

/**
 * PrimeReact without its looks. It writes a base style sheet into the page even so, which a strict content policy refuses;
 * given a container that is in no document, it writes it there and nothing happens.
 */
const OURS = { unstyled: true, styleContainer: document.createElement('div'), ripple: false };

export const PrimeDialog = (props: DialogProps) => (
  <PrimeReactProvider value={OURS}>
    <Dialog {...props} />
  </PrimeReactProvider>
);

export const PrimeMenu = ({ ref, ...props }: MenuProps & { ref: Ref<Menu> }) => (
  <PrimeReactProvider value={OURS}>
    <Menu ref={ref} {...props} />
  </PrimeReactProvider>
);
