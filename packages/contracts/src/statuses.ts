import { z } from 'zod';

/** Document statuses by name (decisions.md G13, G14). */
export const DOCUMENT_STATUSES = [
  'pending',
  'inprogress',
  'converted',
  'translated',
  'published',
  'failed',
  'skipped',
  'canceled',
  'blocked',
] as const;
export const DocumentStatus = z.enum(DOCUMENT_STATUSES);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

/** Page processing statuses (C02). */
export const PageStatus = z.enum(['pending', 'inprogress', 'success', 'failed', 'reparse']);
export type PageStatus = z.infer<typeof PageStatus>;

/** Page translation statuses (C03). */
export const TranslationStatus = z.enum([
  'pending_translation',
  'translating',
  'translated',
  'translate_failed',
]);
export type TranslationStatus = z.infer<typeof TranslationStatus>;

/** Speech statuses of a page (C04). */
export const SpeechStatus = z.enum(['pending', 'inprogress', 'success', 'failed']);
export type SpeechStatus = z.infer<typeof SpeechStatus>;

/** Why a page could not be read aloud: nobody is there to do it, there is nothing to say, or it did not work however often it was tried. */
export const SpeechFailure = z.enum(['engine_off', 'no_words', 'engine_failed']);
export type SpeechFailure = z.infer<typeof SpeechFailure>;

export const ACCESS_TYPES = ['free', 'paid', 'subscription'] as const;
export const AccessType = z.enum(ACCESS_TYPES);
export type AccessType = z.infer<typeof AccessType>;

/** More pages than this make a book, fewer an article (G42). */
export const BOOK_MIN_PAGES = 41;

/** The wider status list; a code is a position in it (ACC-STATUS-02 to -05). Internal: JSON carries names. */
export const STATUS_CODES = [
  'new',
  'open',
  'closed',
  'deleted',
  'archived',
  'in progress',
  'created',
  'deactive',
  'active',
  'pending',
  'blocked',
  'expired',
  'connecting',
  'connected',
  'failed',
  'hidden',
  'success',
  'canceled',
  'verified',
  'not verified',
  'reserved',
  'joined',
  'submitted',
  'skipped',
  'sent',
  'seen',
  'published',
  'processing',
  'converted',
  'convert failed',
  'OCR failed',
  'parse failed',
  'queued',
  'pending translation',
  'translated',
  'translating',
  'translate failed',
  'reparse',
  'refunded',
  'completed',
] as const;
