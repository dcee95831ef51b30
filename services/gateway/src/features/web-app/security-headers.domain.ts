/** Headers of every response. */
const COMMON: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
/** API responses are data: when opened as a page they run nothing, not even a hostile upload. */
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

/** Security headers of API responses. */
export const apiSecurityHeaders = (https: boolean): Readonly<Record<string, string>> =>
  https ? API.https : API.plain;

/** Security headers of the web application: own scripts, styles and images only, nothing inline. */
export const webSecurityHeaders = (https: boolean): Readonly<Record<string, string>> =>
  https ? WEB.https : WEB.plain;
