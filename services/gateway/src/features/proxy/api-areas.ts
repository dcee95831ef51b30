import { MAX_UPLOAD_BYTES } from '@hamkhan/contracts/http/documents';
import { MAX_MEDIA_BYTES } from '@hamkhan/contracts/http/media';
import type { ErrorStyle } from '@hamkhan/platform/http/error-filter';

export const UPSTREAMS = ['auth', 'documents', 'pipeline', 'finance', 'ai'] as const;
export type Upstream = (typeof UPSTREAMS)[number];

const MIB = 1024 * 1024;
const ANSWER_MS = 60_000;

/** A part of /api/ and how its calls travel. */
export type ApiArea = {
  /** Path below /api/ without slashes at its ends; the longest that fits wins. */
  readonly prefix: string;
  readonly upstream: Upstream;
  /** How errors that we answer ourselves are worded (G24). */
  readonly style: ErrorStyle;
  /** Whose calls are nobody's: a token, even a stale one, plays no part (`-` in endpoints.md). */
  readonly anonymous: boolean;
  readonly maxBodyBytes: number;
  /** How long the service may take until it begins to answer. */
  readonly answerWithinMs: number;
  /** Its answers are whole files: they travel on connections of their own. */
  readonly isLong: boolean;
};

const area = (
  prefix: string,
  upstream: Upstream,
  style: ErrorStyle,
  differences: Partial<ApiArea> = {},
): ApiArea => ({
  prefix,
  upstream,
  style,
  anonymous: false,
  maxBodyBytes: 2 * MIB,
  answerWithinMs: ANSWER_MS,
  isLong: false,
  ...differences,
});
const anonymous = { anonymous: true };

/** Where calls go (endpoints.md). What is not listed does not exist. */
export const API_AREAS: readonly ApiArea[] = [
  area('user', 'auth', 'form'),
  area('user/check', 'auth', 'form', anonymous),
  area('user/login', 'auth', 'form', anonymous),
  area('user/register', 'auth', 'form', anonymous),
  area('user/password', 'auth', 'form', anonymous),
  area('user/upload-avatar', 'auth', 'form', { maxBodyBytes: 6 * MIB }),
  area('captcha', 'auth', 'form', anonymous),
  area('document', 'documents', 'status'),
  area('document/upload', 'documents', 'status', { maxBodyBytes: MAX_UPLOAD_BYTES + MIB }),
  area('document/media', 'documents', 'status', { maxBodyBytes: MAX_MEDIA_BYTES.video + MIB }),
  area('document/original', 'documents', 'status', { isLong: true }),
  area('document/video', 'documents', 'status', { isLong: true }),
  area('document/tag', 'documents', 'status', anonymous),
  area('document/glossary', 'pipeline', 'status'),
  area('document/translation-cost', 'pipeline', 'status'),
  area('document/translation-memory', 'pipeline', 'status', { maxBodyBytes: 64 * MIB }),
  area('untranslated', 'documents', 'status'),
  area('knowledge', 'documents', 'status'),
  area('page', 'documents', 'status'),
  area('topic', 'documents', 'status'),
  area('finance', 'finance', 'finance'),
  area('ai', 'ai', 'status', { answerWithinMs: 310_000 }),
];
