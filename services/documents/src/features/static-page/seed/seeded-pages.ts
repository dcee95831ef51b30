import { STATIC_PAGE_SLUGS, type StaticPageSlug } from '@hamkhan/contracts/http/static-pages';
import { UI_LANGUAGES } from '@hamkhan/contracts/languages';
import type { SeededPage } from '../static-page.repository.js';
import { ABOUT } from './about.js';
import { COPYRIGHT } from './copyright.js';
import { HELP } from './help.js';
import type { SeededTexts } from './seeded-texts.js';
import { PRIVACY } from './privacy.js';
import { SUPPORT } from './support.js';
import { TERMS_OF_USE } from './terms-of-use.js';

const TEXTS: Record<StaticPageSlug, SeededTexts> = {
  about: ABOUT,
  help: HELP,
  'terms-of-use': TERMS_OF_USE,
  privacy: PRIVACY,
  support: SUPPORT,
  copyright: COPYRIGHT,
};

/** Initial texts of a new installation, until staff edit them. */
export const SEEDED_PAGES: readonly SeededPage[] = STATIC_PAGE_SLUGS.flatMap((slug) =>
  UI_LANGUAGES.map((language) => ({
    slug,
    language,
    header: true,
    footer: true,
    title: TEXTS[slug][language].title,
    content: TEXTS[slug][language].content.trim(),
  })),
);
