/** Of every answer. */
const COMMON: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
/** An answer of the API is data, also when it is opened as a page: a hostile upload can't run in it. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const WEB_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "media-src 'self' blob:",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');
const HSTS = 'max-age=31536000; includeSubDomains';

const build = (policy: string, https: boolean): Readonly<Record<string, string>> => ({
  ...COMMON,
  'content-security-policy': policy,
  ...(https ? { 'strict-transport-security': HSTS } : {}),
});
const API = { plain: build(API_POLICY, false), https: build(API_POLICY, true) };
const WEB = { plain: build(WEB_POLICY, false), https: build(WEB_POLICY, true) };

/** What tells a browser how far to trust an answer of the API. */
export const apiSecurityHeaders = (https: boolean): Readonly<Record<string, string>> =>
  https ? API.https : API.plain;

/** The same for the web application: scripts, styles and pictures of our own only, nothing inline. */
export const webSecurityHeaders = (https: boolean): Readonly<Record<string, string>> =>
  https ? WEB.https : WEB.plain;
