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
 * Reads `telegram=https://t.me/… instagram=https://…` (decisions.md G43, G45: settings of the build). What is not a known kind
 * with an https address is passed over.
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
 * Reads `fa=ریال en=Rial`: what prices are in, by the language of the screen (RDR-SHELL-02, decisions.md G45). A language that is not
 * named has the unit of the locale files.
 */
export const readPriceUnit = (setting: string | undefined, language: UiLanguage): string | undefined =>
  (setting ?? '')
    .split(/\s+/)
    .map((entry) => entry.split('='))
    .find(([name]) => name === language)?.[1];

/** The currency names of this build. */
export const priceUnit = (language: UiLanguage): string | undefined =>
  readPriceUnit(document.querySelector<HTMLMetaElement>('meta[name="price-units"]')?.content, language);
