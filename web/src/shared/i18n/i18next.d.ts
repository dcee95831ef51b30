import type { fa } from '../../locales/fa.js';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof fa;
    returnNull: false;
  }
}
