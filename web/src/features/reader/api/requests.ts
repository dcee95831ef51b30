import type { IssueType } from '@hamkhan/contracts/constants';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { reprocessPageRoute } from '@hamkhan/contracts/routes/reprocessing';
import { publishDocumentRoute } from '@hamkhan/contracts/routes/library';
import { originalFileRoute, reportIssueRoute } from '@hamkhan/contracts/routes/reader';
import { callRoute, downloadRoute } from '../../../shared/api/client.js';
import type { Version } from '../lib/shown-text.js';

/** Makes a document public (RDR-READER-68). */
export const publishDocument = async (documentId: string): Promise<void> => {
  await callRoute(publishDocumentRoute, { params: { documentId }, ownErrors: true });
};

/** Extracts and translates a page again (RDR-READER-66). */
export const requestReprocessing = async (pageId: string): Promise<void> => {
  await callRoute(reprocessPageRoute, { params: { pageId }, ownErrors: true });
};

/** The uploaded file of a document, for signed-in users with full access (decisions.md G39). */
export const fetchOriginal = (documentKey: string): Promise<File> =>
  downloadRoute(originalFileRoute, { params: { documentId: documentKey }, ownErrors: true });

const CONTENT_TYPES = ['content', 'translation_1', 'translation_2'] as const;

/** Reports a problem with one version of a page (RDR-READER-65). */
export const reportPage = async ({
  document,
  page,
  version,
  issue,
  description,
}: {
  document: DocumentMetadata;
  page: ReaderPage;
  version: Version;
  issue: IssueType;
  description: string;
}): Promise<void> => {
  await callRoute(reportIssueRoute, {
    body: {
      document_id: document.key,
      page_id: page.id,
      page_number: page.page_number,
      content_type: CONTENT_TYPES[version],
      content_id: '',
      issue_type: issue,
      description,
    },
    ownErrors: true,
  });
};
