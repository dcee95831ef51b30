export const metadataPath = (documentId: string): string =>
  `document/metadata/${encodeURIComponent(documentId)}/`;
export const pagesPath = (documentId: string): string => `document/pages/${encodeURIComponent(documentId)}/`;
