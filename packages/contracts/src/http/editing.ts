import { z } from 'zod';
import { ReaderPage } from './documents.js';
import { ItemsJson } from './edited-items.js';

/** The text of a page that an edit changes (RDR-SUGGEST-02). */
export const EDIT_TYPES = ['content', 'translation_1', 'translation_2'] as const;
export const EditType = z.enum(EDIT_TYPES);
export type EditType = z.infer<typeof EditType>;

/** Numbers of the texts in `translation_version`, in the order of the edit types (G71). */
export const TEXT_VERSIONS = [0, 1, 2] as const;
export type TextVersion = (typeof TEXT_VERSIONS)[number];
export const versionOfEdit = (type: EditType): TextVersion => TEXT_VERSIONS[EDIT_TYPES.indexOf(type)] ?? 0;
export const editOfVersion = (version: TextVersion): EditType => EDIT_TYPES[version];

/** The caller's mode (RDR-EDIT-20): `staff` edits directly, `owner` directly with an entry in the history, `suggest` for review. */
export const EDIT_MODES = ['staff', 'owner', 'suggest'] as const;
export const EditMode = z.enum(EDIT_MODES);
export type EditMode = z.infer<typeof EditMode>;

export const Revision = z.coerce.number().int().min(0).optional();

/**
 * The form of `document/page/{page_id}/update/` (RDR-EDIT-15): all items of one text. `revision` is not in the specification: it is the
 * page's revision when editing began. If the text has changed since, the response is 409; without `revision` the text is replaced.
 */
export const UpdatePageRequest = z.strictObject({
  content: ItemsJson,
  translation_version: z.coerce.number().pipe(z.literal(TEXT_VERSIONS)).default(0),
  revision: Revision,
});
export type UpdatePageRequest = z.infer<typeof UpdatePageRequest>;

/** The response of `document/page/{page_id}/update/`. */
export const UpdatePageResponse = z.object({
  status: z.literal('success'),
  page: ReaderPage,
  /** The history entry of an owner's edit; null for staff. */
  suggestion_id: z.string().nullable(),
});
export type UpdatePageResponse = z.infer<typeof UpdatePageResponse>;

/**
 * The details of a 409 response to an edit (`EDITING.CONFLICT`): the current page, to merge with the editor's items (`mergeItems`), and the
 * items that both sides have changed.
 */
export const EditConflict = z.object({ page: ReaderPage, conflicts: z.array(z.string()) });
export type EditConflict = z.infer<typeof EditConflict>;
