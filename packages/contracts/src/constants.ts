import { z } from 'zod';
import { ACCESS_TYPES, type AccessType } from './statuses.js';

/** Kinds of devices by number (ACC-STATUS-07); JSON carries the numbers where a call names a device. */
export const DEVICES = { mobile: 1, tablet: 2, desktop: 3, keyboard: 4, mouse: 5 } as const;

/** Orientations of a screen by number (ACC-STATUS-08). */
export const ORIENTATIONS = { portrait: 1, landscape: 2, both: 3 } as const;

/** What an issue report can be about (ACC-STATUS-06), in the order in which it is offered. */
export const ISSUE_TYPES = [
  'inappropriate_content',
  'translation_error',
  'conversion_issue',
  'missing_content',
  'formatting_issues',
  'other',
] as const;
export const IssueType = z.enum(ISSUE_TYPES);
export type IssueType = z.infer<typeof IssueType>;

/** The number of an access type: its place among them (ACC-CONST-04: free 0, paid 1, subscription 2). */
export const accessTypeCode = (type: AccessType): number => ACCESS_TYPES.indexOf(type);

/** Days before its end from which a subscription counts as expiring soon (ACC-CONST-06). */
export const EXPIRING_SOON_DAYS = 7;

/** Letters that a search needs (ACC-CONST-05). */
export const MIN_SEARCH_LENGTH = 3;
