/**
 * Every route of the product and what it answers to whom. A new route belongs in here with one line: `row(call, to whom, what is sent)`.
 *
 * Places in a call and in what is sent: `{document}` (the owner's, private), `{published}`, `{pending}` (the owner's, just uploaded),
 * `{failed}` (the owner's, of which nothing came), `{page}` (of the document), `{edit}` (of that page, by the owner), `{media}` (a file of
 * the document), `{shelf}`, `{filled}` (a shelf with the document), `{shared}` (a public shelf), `{note}`, `{owner}`, `{mobile}` (nobody's).
 * See stage.ts.
 */

/** Who calls: `over` is the owner's fourth session, `acting` a superuser who acts as the owner. */
export const PRINCIPALS = ['guest', 'other', 'staff', 'acting', 'over', 'owner'] as const;
export type Principal = (typeof PRINCIPALS)[number];

/**
 * A status, or one that says why: `login` 401, `limit` 403 for a session beyond the third (C06), `in person` 403 for who acts as
 * another (C36), `hidden` the very answer that a name of nothing gets.
 */
export type Outcome = number | 'login' | 'limit' | 'in person' | 'hidden';
export type Outcomes = Record<Principal, Outcome>;

export type Sent = {
  form?: Record<string, string>;
  json?: Record<string, unknown>;
  /** A file of this field, with these bytes. */
  file?: { field: string; name: string; content: string };
};
export type Row = { call: string; outcomes: Outcomes; sent: Sent; spoilsCast: boolean };

const all = (outcome: Outcome): Outcomes => ({
  guest: outcome,
  other: outcome,
  staff: outcome,
  acting: outcome,
  over: outcome,
  owner: outcome,
});

/** Anyone, also with a session too many. */
const ANYONE = all(200);
/** Anyone, but nobody with a session too many. */
const READERS: Outcomes = { ...ANYONE, over: 'limit' };
/** Who is signed in, with a session too many as well: what leads out of having too many. */
const ACCOUNT: Outcomes = { ...ANYONE, guest: 'login' };
/** Who is signed in. */
const SIGNED_IN: Outcomes = { ...ACCOUNT, over: 'limit' };
/** Only whose it is; for anyone else it is not there. */
const OWNER: Outcomes = { ...SIGNED_IN, other: 'hidden', staff: 'hidden' };
/** Whose it is, and staff. */
const OWNER_AND_STAFF: Outcomes = { ...OWNER, staff: 200 };
/** Nobody who acts as another. */
const inPerson = (outcomes: Outcomes): Outcomes => ({ ...outcomes, acting: 'in person' });
/** What anybody gets who is let in, where the call has nothing to do. */
const instead = (outcomes: Outcomes, outcome: Outcome): Outcomes =>
  Object.fromEntries(
    PRINCIPALS.map((one) => [one, outcomes[one] === 200 ? outcome : outcomes[one]]),
  ) as Outcomes;

const row = (call: string, outcomes: Outcomes, sent: Sent = {}): Row => ({
  call,
  outcomes,
  sent,
  spoilsCast: false,
});
/** A call that ends sessions: nobody is left to go on with. */
const ending = (call: string, outcomes: Outcomes, sent: Sent = {}): Row => ({
  ...row(call, outcomes, sent),
  spoilsCast: true,
});

const PASSWORDS = { old_password: 'not-the-one', password1: 'another-1', password2: 'another-1' };
const CODE = { mobile: '{mobile}', code: '123456', request_id: 'none' };
/** The text of the page as it is: nobody finds another one after these calls. */
const TEXT = JSON.stringify([{ id: 'i1', type: 'text', content: 'The lighthouse stands on the rock.' }]);
const NOTE = {
  text: 'lighthouse',
  category: '1',
  page_number: '0',
  item_index: '0',
  start_offset: '4',
  end_offset: '14',
};
const FIXED_PAGE = {
  language: 'en',
  title: 'About',
  content: 'What it is.',
  header: 'true',
  footer: 'true',
  revision: '1',
};

export const ROUTES: readonly Row[] = [
  // auth
  row('GET user/csrf/', ANYONE),
  row('POST user/check/username/', ANYONE, { form: { username: '{mobile}' } }),
  row('POST user/login/', all(401), { form: { username: '{mobile}', password: 'not-the-one' } }),
  row('POST user/register/verify/', ANYONE, { form: { mobile: '{mobile}' } }),
  row('POST user/register/', all(400), { form: { mobile: '{mobile}' } }),
  row('GET captcha/init/', ANYONE),
  row('GET captcha/audio/', all(404)),
  row('POST captcha/validate/', ANYONE, { form: { captchaInput: 'zzzzz' } }),
  row('POST user/password/forget/', all(400), { form: { username: '{mobile}' } }),
  row('POST user/password/forget/reset/', all(400), { form: { username: '{mobile}' } }),
  ending('POST user/logout/', ACCOUNT, { form: {} }),
  ending('POST user/loginas/logout/', { ...all(400), guest: 'login', acting: 200 }, { form: {} }),
  row('POST user/loginas/', inPerson({ ...SIGNED_IN, other: 403, staff: 403, owner: 403 }), {
    form: { user_id: '{owner}' },
  }),
  row('GET user/loginas/audit/', inPerson({ ...SIGNED_IN, other: 403, staff: 403, owner: 403 })),
  row('GET user/status/', ACCOUNT),
  row('GET user/profile/', ACCOUNT),
  row('POST user/profile/', ACCOUNT, {
    form: { first_name: 'سارا', last_name: 'نمونه', language: 'fa' },
  }),
  row('POST user/upload-avatar/', instead(ACCOUNT, 400), {
    file: { field: 'avatar', name: 'a.png', content: 'no picture' },
  }),
  row('GET user/avatar/{avatar}/', all(404)),
  row('GET user/check-sessions/', ACCOUNT),
  row('POST user/terminate-session/', inPerson(ACCOUNT), {
    form: { session_key: '{missing}' },
  }),
  row('POST user/change-password/', inPerson(instead(SIGNED_IN, 400)), { form: PASSWORDS }),
  row('POST user/activation/email/', inPerson(instead(SIGNED_IN, 404)), { form: {} }),
  row('POST user/mobile/verify/request/', inPerson(SIGNED_IN), { form: { mobile: '{mobile}' } }),
  row('POST user/mobile/verify/confirm/', inPerson(instead(SIGNED_IN, 400)), { form: CODE }),
  row('POST user/mobile/update/', inPerson(instead(SIGNED_IN, 400)), { form: CODE }),

  // documents: library, shelves
  row('GET document/user/document/list/', SIGNED_IN),
  row('GET untranslated/document-requests/', SIGNED_IN),
  row('POST document/upload/', instead(SIGNED_IN, 400), {
    form: { language: 'en' },
    file: { field: 'file', name: 'a.txt', content: 'no book' },
  }),
  row('POST document/user/document/{pending}/cancel/', OWNER_AND_STAFF, { form: {} }),
  row('POST document/user/document/{failed}/remove/', { ...OWNER, staff: 403 }, { form: {} }),
  row('GET document/user/shelf/list/', SIGNED_IN),
  row('POST document/user/shelf/create/', SIGNED_IN, { form: { name: '{mobile}' } }),
  row('POST document/user/shelf/{shelf}/update/', OWNER, { form: { description: 'x' } }),
  row('DELETE document/user/shelf/{shelf}/delete/', OWNER),
  row('POST document/user/shelf/{filled}/reorder/', OWNER, { form: { document_ids: '["{document}"]' } }),
  row('POST document/user/shelf/{shelf}/add-document/', OWNER, { form: { document_id: '{document}' } }),
  row('POST document/user/document/{filled}/remove-document/', OWNER, {
    form: { document_id: '{document}' },
  }),
  row('POST document/user/document/{document}/move-to-shelf/', OWNER, { form: { shelf_id: '{shelf}' } }),
  row('GET document/shelf/public/{shared}/', ANYONE),
  row('GET document/shelf/public/{shared}/documents/', ANYONE),
  row(
    'POST document/shelf/public/{shared}/subscribe/',
    { ...SIGNED_IN, owner: 400, acting: 400 },
    {
      form: {},
    },
  ),
  row('POST document/shelf/public/{shared}/unsubscribe/', SIGNED_IN, { form: {} }),
  row('GET document/tag/list/', ANYONE),

  // documents: reading
  row('GET document/events/', { ...all(200), guest: 'login', over: 'limit' }),
  row('GET document/metadata/{document}/', { ...OWNER_AND_STAFF, guest: 'hidden' }),
  row('GET document/metadata/{published}/', READERS),
  row('GET document/pages/{document}/', { ...OWNER_AND_STAFF, guest: 'hidden' }),
  row('GET document/original/{document}/', OWNER_AND_STAFF),
  row('GET document/original/{published}/', SIGNED_IN),
  row('GET document/image/{document}/{missing}/', all(404)),
  row('GET document/contents/{document}/', { ...OWNER_AND_STAFF, guest: 'hidden' }),
  row('GET document/find/{document}/?q=light', { ...OWNER_AND_STAFF, guest: 'hidden' }),
  row('POST document/reading/{document}/', OWNER_AND_STAFF, {
    json: { page_number: 0, layout: 'single', texts: 'one', translated: true, version: 2 },
  }),
  row('POST document/report/', OWNER_AND_STAFF, {
    form: { document_id: '{document}', page_number: '0', issue_type: 'other' },
  }),

  // documents: editing
  row('POST document/page/{page}/update/', OWNER_AND_STAFF, { form: { content: TEXT } }),
  row('GET document/page/{page}/suggestion/list/', OWNER_AND_STAFF),
  row('GET document/page/{page}/suggestion/others/', OWNER_AND_STAFF),
  row('GET document/page/{page}/suggestion/history/', OWNER_AND_STAFF),
  row('POST document/page/{page}/suggestion/create/', OWNER_AND_STAFF, {
    form: { edit_type: 'content', suggested_content: TEXT },
  }),
  row('GET document/suggestion/{edit}/', OWNER_AND_STAFF),
  row(
    'POST document/suggestion/{edit}/update/',
    { ...OWNER_AND_STAFF, staff: 403 },
    { form: { title: 'x' } },
  ),
  row('POST document/suggestion/{edit}/cancel/', instead(OWNER_AND_STAFF, 409), { form: {} }),
  row('POST document/suggestion/{edit}/apply/', instead(OWNER_AND_STAFF, 409), { form: {} }),
  row('GET document/media/list/?page_id={page}', OWNER_AND_STAFF),
  row('POST document/media/save/', OWNER_AND_STAFF, {
    form: { page_id: '{page}' },
    file: { field: 'file', name: 'a.svg', content: '<svg/>' },
  }),
  row('POST document/media/remove/', OWNER_AND_STAFF, { form: { media_id: '{media}', topic: 'x' } }),
  row('GET document/video/{document}/{missing}/', all(404)),

  // documents: notes
  row('GET knowledge/note/list/', SIGNED_IN),
  row('GET knowledge/note/documents/', SIGNED_IN),
  row('POST knowledge/note/create/', OWNER_AND_STAFF, { form: { document: '{document}', ...NOTE } }),
  row('POST knowledge/note/update/{note}/', OWNER, { json: { text: 'light', category: 2 } }),
  row('POST knowledge/note/delete/{note}/', OWNER, { form: {} }),
  row('GET knowledge/note/tag/list/', SIGNED_IN),
  row('POST knowledge/note/tag/create/', SIGNED_IN, { form: { name: '{mobile}' } }),

  // documents: once more and aloud. The page is under way from here on: what reads or edits it stands above.
  row('GET document/audio/{document}/{missing}/', all(404)),
  row('POST document/user/document/{pending}/publish/', instead(OWNER_AND_STAFF, 400), { form: {} }),
  row('POST document/page/{page}/reprocess-tts/', instead({ ...OWNER, staff: 403 }, 400), { form: {} }),
  row('POST document/page/{page}/reprocess/', { ...OWNER, staff: 403, owner: 409 }, { form: {} }),

  // documents: fixed pages
  row('GET page/about/', ANYONE),
  row('POST page/about/update/', { ...instead(SIGNED_IN, 403), staff: 200 }, { form: FIXED_PAGE }),

  // pipeline
  // For whoever runs the service, at its own port: the gateway leads nobody there.
  row('GET document/translator/status/', all(404)),
  row('GET document/glossary/{document}/', OWNER_AND_STAFF),
  row('POST document/glossary/{document}/upsert/', OWNER_AND_STAFF, {
    form: { term: 'lighthouse', translation: 'فانوس' },
  }),
  row('POST document/glossary/{document}/delete/', instead(OWNER_AND_STAFF, 404), {
    form: { id: '{missing}' },
  }),
  row('POST document/glossary/{document}/apply/', OWNER_AND_STAFF, { form: {} }),
  row('GET document/glossary/{document}/export/', OWNER_AND_STAFF),
  row('POST document/glossary/{document}/import/', OWNER_AND_STAFF, {
    file: { field: 'file', name: 'g.csv', content: 'term,translation\nlight,نور\n' },
  }),
  row('GET document/translation-cost/{document}/', OWNER_AND_STAFF),
  row('POST document/translation-cost/{document}/budget/', OWNER_AND_STAFF, { form: { budget: '1' } }),
  row('POST document/translation-memory/import/', instead(SIGNED_IN, 400), { form: {} }),
  row('GET document/translation-memory/export/?language=en&level=2', SIGNED_IN),

  // finance
  row('GET finance/wallet/balance/', SIGNED_IN),
  row('GET finance/subscription/active/', SIGNED_IN),
];
