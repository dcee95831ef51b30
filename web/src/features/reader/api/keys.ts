export const metadataPath = (documentId: string): string =>
  `document/metadata/${encodeURIComponent(documentId)}/`;
export const pagesPath = (documentId: string): string => `document/pages/${encodeURIComponent(documentId)}/`;
export const readingPath = (documentKey: string): string =>
  `document/reading/${encodeURIComponent(documentKey)}/`;
export const contentsPath = (documentKey: string): string =>
  `document/contents/${encodeURIComponent(documentKey)}/`;
export const findPath = (documentKey: string): string => `document/find/${encodeURIComponent(documentKey)}/`;
export const REPORT_PATH = 'document/report/';
