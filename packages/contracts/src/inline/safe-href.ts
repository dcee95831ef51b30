/**
 * The address of a link if it is safe: http, https, mailto, or an anchor on this page. Returns null for all others (scripts,
 * data, files, paths of this site).
 */
export const safeHref = (url: string): string | null => {
  if (/[\p{Cc}\s\\]/u.test(url)) return null;
  if (/^#[^#]{1,200}$/.test(url)) return url;
  if (/^mailto:[^@/?]+@[^@/]+$/i.test(url)) return url;
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) return null;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? url : null;
};
