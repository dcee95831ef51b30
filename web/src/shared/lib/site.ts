import type { UiLanguage } from '@hamkhan/contracts/languages';

/** Social links of the site; the kind sets the name and the icon of the link. */
export const SOCIAL_KINDS = [
  'telegram',
  'instagram',
  'x',
  'linkedin',
  'youtube',
  'aparat',
  'bale',
  'eitaa',
] as const;
export type SocialKind = (typeof SOCIAL_KINDS)[number];
export type SocialLink = { kind: SocialKind; href: string };

/**
 * Parses `telegram=https://t.me/… instagram=https://…`, a setting of the build (decisions.md G43, G45). Entries of an unknown kind
 * or without an https URL are ignored.
 */
export const readSocialLinks = (setting: string | undefined): SocialLink[] =>
  (setting ?? '').split(/[\s,]+/).flatMap((entry) => {
    const [name, ...rest] = entry.split('=');
    const href = rest.join('=');
    const kind = SOCIAL_KINDS.find((one) => one === name);
    return kind && /^https:\/\/[^/]/.test(href) && URL.canParse(href) ? [{ kind, href }] : [];
  });

/** The social links of this build. */
export const socialLinks = (): SocialLink[] =>
  readSocialLinks(document.querySelector<HTMLMetaElement>('meta[name="social-links"]')?.content);

/**
 * Parses `fa=ریال en=Rial`: the currency of prices by language (RDR-SHELL-02, decisions.md G45). A language without an entry
 * uses the currency of the locale files.
 */
export const readPriceUnit = (setting: string | undefined, language: UiLanguage): string | undefined =>
  (setting ?? '')
    .split(/\s+/)
    .map((entry) => entry.split('='))
    .find(([name]) => name === language)?.[1];

/** The currency names of this build. */
export const priceUnit = (language: UiLanguage): string | undefined =>
  readPriceUnit(document.querySelector<HTMLMetaElement>('meta[name="price-units"]')?.content, language);
