/** Where else this site speaks; a kind decides the name and the picture of its link. */
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

/** The links that this build was given. */
export const socialLinks = (): SocialLink[] =>
  readSocialLinks(document.querySelector<HTMLMetaElement>('meta[name="social-links"]')?.content);
