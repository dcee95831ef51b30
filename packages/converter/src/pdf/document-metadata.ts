import { METADATA_LIMITS } from '@hamkhan/contracts/events/pipeline-events';
import type { Inspection } from '../converter.js';
import { summaryAndTags } from '../metadata/summary-and-tags.js';
import { cleanText } from './clean-text.js';
import type { DocumentInfo } from './document-info.js';

const MAX_VALUE = 500;
const MAX_KEYWORDS = 2000;
const MAX_AUTHORS = 20;
const MAX_AUTHOR = 120;
const MAX_LANGUAGE = 35;

/** File names and program names that authoring tools write as the title. */
const NOT_A_TITLE =
  /^(?:untitled|unbenannt|sin título|documento?\d*|microsoft word|powerpoint|slide ?1)\b|\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|rtf|odt)$/i;

type Metadata = Pick<Inspection, 'title' | 'authors' | 'year' | 'summary' | 'tags' | 'declaredLanguage'>;

/** Title, authors, year, summary, tags and language that the file declares; each is absent if the file has no useful value. */
export const metadataOf = ({ info, metadata }: DocumentInfo): Metadata => {
  const text = (key: string, limit = MAX_VALUE): string =>
    typeof info[key] === 'string' ? cleanText(info[key]).slice(0, limit) : '';
  const title = text('Title');
  const authors = text('Author')
    .split(/\s*(?:;|،|, (?=\S+ \S)| and | und | y | et )\s*/u)
    .filter((name) => name.length > 1 && name.length < MAX_AUTHOR)
    .slice(0, MAX_AUTHORS);
  const year = Number(/^(?:D:)?((?:19|20)\d\d)/.exec(text('CreationDate'))?.[1]);
  const language = text('Language');
  const keywords = text('Keywords', MAX_KEYWORDS);
  return {
    ...(title.length > 2 && !NOT_A_TITLE.test(title) ? { title } : {}),
    ...(authors.length > 0 ? { authors } : {}),
    ...(Number.isInteger(year) ? { year } : {}),
    ...summaryAndTags({
      subject: text('Subject', METADATA_LIMITS.summary),
      keywords: keywords === '' ? xmpSubjects(metadata) : [keywords],
    }),
    ...(language !== '' ? { declaredLanguage: language.slice(0, MAX_LANGUAGE) } : {}),
  };
};

/** The keywords of the XMP metadata (ISO 16684-1, `dc:subject`), which newer files have instead of those in the information dictionary. */
const xmpSubjects = (metadata: DocumentInfo['metadata']): string[] => {
  const subjects: unknown = metadata?.get('dc:subject');
  return (Array.isArray(subjects) ? subjects : [subjects])
    .filter((subject): subject is string => typeof subject === 'string')
    .map(cleanText);
};
