import { GENERAL_SHELF_NAME, Shelf } from '@hamkhan/contracts/http/shelves';

export const GENERAL_ID = 'a'.repeat(24);

/** A shelf as the server sends it; by default the user's own private one. */
export const shelfRow = (part: Partial<Shelf> = {}): Shelf =>
  Shelf.parse({
    id: 'b'.repeat(24),
    key: 'novels00001',
    name: 'Novels',
    description: '',
    icon: 'mdi-bookshelf',
    is_public: false,
    tags_as_list: [],
    document_count: 0,
    subscribed_shelf: false,
    ...part,
  });

/** The response of `document/user/shelf/list/`: the general shelf, then these. */
export const shelfList = (...shelves: Shelf[]) => ({
  body: {
    status: 'success',
    general_shelf_id: GENERAL_ID,
    shelves: [
      shelfRow({ id: GENERAL_ID, key: 'general0001', name: GENERAL_SHELF_NAME, document_count: 1 }),
      ...shelves,
    ],
  },
});
