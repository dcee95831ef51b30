import type { ContentItem, PageContent, SpokenItem, TranslatedContent } from '@hamkhan/contracts/content';
import type { EditType } from '@hamkhan/contracts/http/editing';
import type { PageStatus, SpeechFailure, SpeechStatus, TranslationStatus } from '@hamkhan/contracts/statuses';
import mongoose, { type mongo } from 'mongoose';
import type { Reason } from './reason.js';

/** A compressed piece of a page's JSON; if `image` is set, the signed query of that image's address follows it. */
export type DeliveredPartRow = { bytes: mongo.Binary | Buffer; size: number; crc: number; image?: string };

/** An image of a page in one width, in pixels; `key` is the object key. */
export type PictureRow = { key: string; width: number; height: number };

/** Speech of the second translation. The old audio is kept while a new one is made (C04). */
export type SpeechRow = {
  status: SpeechStatus;
  audio: { key: string; seconds: number; items: SpokenItem[] } | null;
  /** The text was edited after the audio was made. */
  outdated?: true;
  /** Why the last attempt failed; an earlier audio stays available. */
  failure?: SpeechFailure;
};

/** A manually edited text beside the last generated one (docs/adr/0014). */
export type EditedTextRow = { machine: ContentItem[]; edited: ContentItem[] };

/** Version of the last applied event, by its subject; 0 for none. */
export type PageVersions = {
  conversion: number;
  /** Version of the conversion that produced the current text. */
  text: number;
  translation: number;
  pictures: number;
  speech: number;
  level1: number;
  level2: number;
};

/** A page: its texts, its progress, and its bytes for readers. */
export type PageRow = {
  _id: string;
  documentId: string;
  /** Zero-based. */
  number: number;
  status: PageStatus;
  translationStatus: TranslationStatus;
  failure: Reason | null;
  /** Why the translation failed or waits. */
  translationReason: Reason | null;
  /** The translation waits for a person, e.g. to configure a translator. */
  waiting: boolean;
  /** Images of the whole page, narrowest first. */
  pictures: PictureRow[];
  speech: SpeechRow | null;
  content: PageContent | null;
  translatedContent: TranslatedContent | null;
  translatedContentLevel2: TranslatedContent | null;
  versions: PageVersions;
  /** Manually edited texts. */
  edits?: Partial<Record<EditType, EditedTextRow>>;
  /** The revision at which each text last changed; absent on pages written before this was recorded. */
  textRevisions?: Record<EditType, number>;
  /** Incremented with each change. */
  revision: number;
  /** `ReaderPage` as JSON, serialised and compressed when the page was written. */
  delivered: DeliveredPartRow[];
  /** Names of all images and audio files that the page shows. */
  images: string[];
  modifiedAt: Date;
};

const DeliveredPartSchema = new mongoose.Schema<DeliveredPartRow>(
  {
    bytes: { type: mongoose.Schema.Types.Buffer, required: true },
    size: { type: Number, required: true },
    crc: { type: Number, required: true },
    image: { type: String },
  },
  { _id: false },
);

export const PAGES = 'Page';
export const PageSchema = new mongoose.Schema<PageRow>(
  {
    _id: { type: String, required: true },
    documentId: { type: String, required: true },
    number: { type: Number, required: true },
    status: { type: String, required: true },
    translationStatus: { type: String, required: true },
    failure: { type: mongoose.Schema.Types.Mixed, default: null },
    translationReason: { type: mongoose.Schema.Types.Mixed, default: null },
    waiting: { type: Boolean, required: true },
    pictures: { type: mongoose.Schema.Types.Mixed, required: true },
    speech: { type: mongoose.Schema.Types.Mixed, default: null },
    content: { type: mongoose.Schema.Types.Mixed, default: null },
    translatedContent: { type: mongoose.Schema.Types.Mixed, default: null },
    translatedContentLevel2: { type: mongoose.Schema.Types.Mixed, default: null },
    versions: { type: mongoose.Schema.Types.Mixed, required: true },
    edits: { type: mongoose.Schema.Types.Mixed },
    textRevisions: { type: mongoose.Schema.Types.Mixed },
    revision: { type: Number, required: true },
    delivered: { type: [DeliveredPartSchema], required: true },
    images: { type: [String], required: true },
    modifiedAt: { type: Date, required: true },
  },
  { collection: 'pages', versionKey: false, minimize: false },
);
/** One row per page; also reads a range of pages in order. */
PageSchema.index({ documentId: 1, number: 1 }, { unique: true });
/** Pages that show an image, to check access to it. */
PageSchema.index({ documentId: 1, images: 1 });
