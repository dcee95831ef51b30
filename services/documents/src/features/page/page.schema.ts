import type { ContentItem, PageContent, SpokenItem, TranslatedContent } from '@hamkhan/contracts/content';
import type { EditType } from '@hamkhan/contracts/http/editing';
import type { PageStatus, SpeechFailure, SpeechStatus, TranslationStatus } from '@hamkhan/contracts/statuses';
import mongoose, { type mongo } from 'mongoose';
import type { Why } from '../document/document.schema.js';

/** A compressed piece of a page's JSON; where `image` is set, the signed query of that image's address comes after it. */
export type DeliveredPartRow = { bytes: mongo.Binary | Buffer; size: number; crc: number; image?: string };

/** A picture of a page in one width, in pixels; `key` names the object. */
export type PictureRow = { key: string; width: number; height: number };

/** The second translation read aloud. What was there stays while it is done again (C04); `seconds` is how long it is. */
export type SpeechRow = {
  status: SpeechStatus;
  audio: { key: string; seconds: number; items: SpokenItem[] } | null;
  /** The text was edited since. */
  outdated?: true;
  /** Why the last try failed; the audio of an earlier one can be heard all the same. */
  failure?: SpeechFailure;
};

/** What people have made of a text, and what the pipeline said there last (docs/adr/0014). */
export type EditedTextRow = { machine: ContentItem[]; mine: ContentItem[] };

/** Version of the last event that was applied, by what it is about. 0: none yet. */
export type PageVersions = {
  conversion: number;
  /** The conversion that the present text came from. */
  text: number;
  translation: number;
  pictures: number;
  speech: number;
  level1: number;
  level2: number;
};

/** A page: its texts, how far it has come, and the bytes a reader gets. */
export type PageRow = {
  _id: string;
  documentId: string;
  /** Zero-based. */
  number: number;
  status: PageStatus;
  translationStatus: TranslationStatus;
  failure: Why | null;
  /** Why the translation failed or waits. */
  translationWhy: Why | null;
  /** True while the translation waits for something a person must do. */
  waiting: boolean;
  /** Of the whole page, narrowest first. */
  pictures: PictureRow[];
  speech: SpeechRow | null;
  content: PageContent | null;
  translatedContent: TranslatedContent | null;
  translatedContentLevel2: TranslatedContent | null;
  versions: PageVersions;
  /** The texts that people have edited. */
  edits?: Partial<Record<EditType, EditedTextRow>>;
  /** The page's revisions at which its texts got the words they have; absent on pages of an earlier version. */
  textRevisions?: Record<EditType, number>;
  /** Grows with each change. */
  revision: number;
  /** `ReaderPage` as JSON, serialised and compressed when the page was written. */
  delivered: DeliveredPartRow[];
  /** Names of all pictures the page shows. */
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
    translationWhy: { type: mongoose.Schema.Types.Mixed, default: null },
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
/** A page of a document exists once; also a chunk of pages in order. */
PageSchema.index({ documentId: 1, number: 1 }, { unique: true });
/** Which pages show this picture: may a reader see it? */
PageSchema.index({ documentId: 1, images: 1 });
