import { ALL_ROUTES } from '@hamkhan/contracts/routes/all-routes';
import type { Route } from '@hamkhan/contracts/routes/route';

/**
 * Every route of the API, by its name in contracts, and its outcome for each principal. A new route needs one line:
 * `row(name, outcomes, sent)`.
 *
 * Placeholders in `sent`: `{document}` (the owner's, private), `{published}`, `{pending}` (the owner's, just uploaded),
 * `{failed}` (the owner's), `{page}` (of the document), `{edit}` (of that page, by the owner), `{media}` (a file of the document),
 * `{shelf}`, `{filled}` (a shelf with the document), `{shared}` (a public shelf), `{note}`, `{owner}`, `{mobile}` (without an account).
 * See route-harness.ts.
 */

/** Who calls: `over` is the owner's fourth session, `acting` a superuser who acts as the owner. */
export const PRINCIPALS = ['guest', 'other', 'staff', 'acting', 'over', 'owner'] as const;
export type Principal = (typeof PRINCIPALS)[number];

/**
 * A status, or a status with its reason: `login` 401, `limit` 403 for a session beyond the third (C06), `in person` 403 for a
 * superuser who acts as the user (C36), `hidden` exactly the response for an id that does not exist.
 */
export type Outcome = number | 'login' | 'limit' | 'in person' | 'hidden';
export type Outcomes = Record<Principal, Outcome>;

export type Sent = {
  /** Path parameters. */
  params?: Record<string, string>;
  /** Query string. */
  query?: string;
  form?: Record<string, string>;
  json?: Record<string, unknown>;
  /** A file, with its form field. */
  file?: { field: string; name: string; content: string };
};
export type Row = {
  name: string;
  route: Route;
  /** `POST document/user/shelf/{shelf}/update/` */
  call: string;
  outcomes: Outcomes;
  sent: Sent;
  /** The call ends sessions, so it gets users of its own. */
  endsSessions: boolean;
};

const all = (outcome: Outcome): Outcomes => ({
  guest: outcome,
  other: outcome,
  staff: outcome,
  acting: outcome,
  over: outcome,
  owner: outcome,
});

/** Everyone, also over the session limit. */
const ANYONE = all(200);
/** Everyone, except over the session limit. */
const READERS: Outcomes = { ...ANYONE, over: 'limit' };
/** Signed-in users, also over the session limit, who must be able to end sessions. */
const ACCOUNT: Outcomes = { ...ANYONE, guest: 'login' };
/** Signed-in users. */
const SIGNED_IN: Outcomes = { ...ACCOUNT, over: 'limit' };
/** Only the owner; for others it does not exist. */
const OWNER: Outcomes = { ...SIGNED_IN, other: 'hidden', staff: 'hidden' };
/** The owner and staff. */
const OWNER_AND_STAFF: Outcomes = { ...OWNER, staff: 200 };
/** Not for a superuser who acts as the user. */
const inPerson = (outcomes: Outcomes): Outcomes => ({ ...outcomes, acting: 'in person' });
/** Replaces the status of the allowed principals, for calls whose input is rejected. */
const instead = (outcomes: Outcomes, outcome: Outcome): Outcomes =>
  Object.fromEntries(
    PRINCIPALS.map((one) => [one, outcomes[one] === 200 ? outcome : outcomes[one]]),
  ) as Outcomes;

const row = (name: string, outcomes: Outcomes, sent: Sent = {}): Row => {
  const route = ALL_ROUTES.find((listed) => listed.name === name)?.route;
  if (!route) throw new Error(`unknown route ${name}`);
  const path = route.path.replace('/api/', '').replace(/:(\w+)/g, (_, parameter: string) => {
    const value = sent.params?.[parameter];
    if (value === undefined) throw new Error(`${name} needs ${parameter}`);
    return value;
  });
  const call = `${route.method} ${path}${sent.query ? `?${sent.query}` : ''}`;
  return { name, route, call, outcomes, sent, endsSessions: false };
};
/** A call that ends sessions. */
const ending = (name: string, outcomes: Outcomes, sent: Sent = {}): Row => ({
  ...row(name, outcomes, sent),
  endsSessions: true,
});

const PASSWORDS = { old_password: 'not-the-one', password1: 'another-1', password2: 'another-1' };
const CODE = { mobile: '{mobile}', code: '123456', request_id: 'none' };
/** The current text of the page, so that these calls do not change it. */
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

export const ROWS: readonly Row[] = [
  // auth
  row('fetchCsrf', ANYONE),
  row('checkUsername', ANYONE, { form: { username: '{mobile}' } }),
  row('login', all(401), { form: { username: '{mobile}', password: 'not-the-one' } }),
  row('secondFactorLogin', all(401), {
    form: { username: '{mobile}', password: 'not-the-one', code: '123456' },
  }),
  row('secondFactor', inPerson(ACCOUNT)),
  row('enrolSecondFactor', inPerson(instead(ACCOUNT, 400)), { form: { password: 'not-the-one' } }),
  row('confirmSecondFactor', inPerson(instead(ACCOUNT, 409)), { form: { code: '123456' } }),
  row('disableSecondFactor', inPerson(instead(ACCOUNT, 400)), {
    form: { password: 'not-the-one', code: '123456' },
  }),
  row('accountDeletion', ACCOUNT),
  row('deleteAccount', inPerson(instead(ACCOUNT, 400)), { form: { password: 'not-the-one' } }),
  row('accountExport', inPerson(ACCOUNT)),
  row('requestAccountExport', inPerson(ACCOUNT), { form: {} }),
  row('accountExportFile', inPerson(instead(ACCOUNT, 404)), { params: { exportId: '{missing}' } }),
  row('requestRegistrationCode', ANYONE, { form: { mobile: '{mobile}' } }),
  row('register', all(400), { form: { mobile: '{mobile}' } }),
  row('initCaptcha', ANYONE),
  row('captchaAudio', all(404)),
  row('validateCaptcha', ANYONE, { form: { captchaInput: 'zzzzz' } }),
  row('forgetPassword', all(400), { form: { username: '{mobile}' } }),
  row('resetPassword', all(400), { form: { username: '{mobile}' } }),
  ending('logout', ACCOUNT, { form: {} }),
  ending('endLoginAs', { ...all(400), guest: 'login', acting: 200 }, { form: {} }),
  row('loginAs', inPerson({ ...SIGNED_IN, other: 403, staff: 403, owner: 403 }), {
    form: { user_id: '{owner}' },
  }),
  row('loginAsAudit', inPerson({ ...SIGNED_IN, other: 403, staff: 403, owner: 403 })),
  row('securityLog', inPerson({ ...SIGNED_IN, other: 403, owner: 403 })),
  row('userStatus', ACCOUNT),
  row('profile', ACCOUNT),
  row('updateProfile', ACCOUNT, {
    form: { first_name: 'سارا', last_name: 'نمونه', language: 'fa' },
  }),
  row('uploadAvatar', instead(ACCOUNT, 400), {
    file: { field: 'avatar', name: 'a.png', content: 'not an image' },
  }),
  row('avatar', all(404), { params: { id: '{avatar}' } }),
  row('listSessions', ACCOUNT),
  row('terminateSession', inPerson(ACCOUNT), {
    form: { session_key: '{missing}' },
  }),
  row('changePassword', inPerson(instead(SIGNED_IN, 400)), { form: PASSWORDS }),
  row('requestActivationCode', inPerson(instead(SIGNED_IN, 404)), {
    params: { requestType: 'email' },
    form: {},
  }),
  row('requestMobileCode', inPerson(SIGNED_IN), { form: { mobile: '{mobile}' } }),
  row('confirmMobile', inPerson(instead(SIGNED_IN, 400)), { form: CODE }),
  row('updateMobile', inPerson(instead(SIGNED_IN, 400)), { form: CODE }),

  // documents: library, shelves
  row('listLibrary', SIGNED_IN),
  row('listDocumentRequests', SIGNED_IN),
  row('uploadDocument', instead(SIGNED_IN, 400), {
    form: { language: 'en' },
    file: { field: 'file', name: 'a.txt', content: 'not a book' },
  }),
  row('cancelDocument', OWNER_AND_STAFF, { params: { documentId: '{pending}' }, form: {} }),
  row('removeDocument', { ...OWNER, staff: 403 }, { params: { documentId: '{failed}' }, form: {} }),
  row('listShelves', SIGNED_IN),
  row('createShelf', SIGNED_IN, { form: { name: '{mobile}' } }),
  row('updateShelf', OWNER, { params: { shelfId: '{shelf}' }, form: { description: 'x' } }),
  row('deleteShelf', OWNER, { params: { shelfId: '{shelf}' } }),
  row('reorderShelf', OWNER, { params: { shelfId: '{filled}' }, form: { document_ids: '["{document}"]' } }),
  row('addToShelf', OWNER, { params: { shelfId: '{shelf}' }, form: { document_id: '{document}' } }),
  row('removeFromShelf', OWNER, { params: { shelfId: '{filled}' }, form: { document_id: '{document}' } }),
  row('moveToShelf', OWNER, { params: { documentId: '{document}' }, form: { shelf_id: '{shelf}' } }),
  row('publicShelf', ANYONE, { params: { shelfId: '{shared}' } }),
  row('listPublicShelfDocuments', ANYONE, { params: { shelfId: '{shared}' } }),
  row(
    'subscribeToShelf',
    { ...SIGNED_IN, owner: 400, acting: 400 },
    { params: { shelfId: '{shared}' }, form: {} },
  ),
  row('unsubscribeFromShelf', SIGNED_IN, { params: { shelfId: '{shared}' }, form: {} }),
  row('listTags', ANYONE),

  // documents: reading
  row('documentEvents', { ...all(200), guest: 'login', over: 'limit' }),
  row('documentMetadata', { ...OWNER_AND_STAFF, guest: 'hidden' }, { params: { documentId: '{document}' } }),
  row('documentMetadata', READERS, { params: { documentId: '{published}' } }),
  row('documentPages', { ...OWNER_AND_STAFF, guest: 'hidden' }, { params: { documentId: '{document}' } }),
  row('originalFile', OWNER_AND_STAFF, { params: { documentId: '{document}' } }),
  row('originalFile', SIGNED_IN, { params: { documentId: '{published}' } }),
  row('pageImage', all(404), { params: { documentId: '{document}', name: '{missing}' } }),
  row('documentContents', { ...OWNER_AND_STAFF, guest: 'hidden' }, { params: { documentId: '{document}' } }),
  row(
    'findInDocument',
    { ...OWNER_AND_STAFF, guest: 'hidden' },
    { params: { documentId: '{document}' }, query: 'q=light' },
  ),
  row('setReading', OWNER_AND_STAFF, {
    params: { documentId: '{document}' },
    json: { page_number: 0, layout: 'single', texts: 'one', translated: true, version: 2 },
  }),
  row('reportIssue', OWNER_AND_STAFF, {
    form: { document_id: '{document}', page_number: '0', issue_type: 'other' },
  }),

  // documents: editing
  row('updatePage', OWNER_AND_STAFF, { params: { pageId: '{page}' }, form: { content: TEXT } }),
  row('listSuggestions', OWNER_AND_STAFF, { params: { pageId: '{page}' } }),
  row('listOtherSuggestions', OWNER_AND_STAFF, { params: { pageId: '{page}' } }),
  row('suggestionHistory', OWNER_AND_STAFF, { params: { pageId: '{page}' } }),
  row('createSuggestion', OWNER_AND_STAFF, {
    params: { pageId: '{page}' },
    form: { edit_type: 'content', suggested_content: TEXT },
  }),
  row('suggestion', OWNER_AND_STAFF, { params: { suggestionId: '{edit}' } }),
  row(
    'updateSuggestion',
    { ...OWNER_AND_STAFF, staff: 403 },
    { params: { suggestionId: '{edit}' }, form: { title: 'x' } },
  ),
  row('cancelSuggestion', instead(OWNER_AND_STAFF, 409), { params: { suggestionId: '{edit}' }, form: {} }),
  row('applySuggestion', instead(OWNER_AND_STAFF, 409), { params: { suggestionId: '{edit}' }, form: {} }),
  row('listMedia', OWNER_AND_STAFF, { query: 'page_id={page}' }),
  row('saveMedia', OWNER_AND_STAFF, {
    form: { page_id: '{page}' },
    file: { field: 'file', name: 'a.svg', content: '<svg><path d="M0 0h9"/></svg>' },
  }),
  row('removeMedia', OWNER_AND_STAFF, { form: { media_id: '{media}', topic: 'x' } }),
  row('documentVideo', all(404), { params: { documentId: '{document}', name: '{missing}' } }),

  // documents: notes
  row('listNotes', SIGNED_IN),
  row('listNoteDocuments', SIGNED_IN),
  row('createNote', OWNER_AND_STAFF, { form: { document: '{document}', ...NOTE } }),
  row('updateNote', OWNER, { params: { noteId: '{note}' }, json: { text: 'light', category: 2 } }),
  row('deleteNote', OWNER, { params: { noteId: '{note}' }, form: {} }),
  row('listNoteTags', SIGNED_IN),
  row('createNoteTag', SIGNED_IN, { form: { name: '{mobile}' } }),

  // documents: reprocessing and speech. They make the page pending, so rows that read or edit it come first.
  row('pageAudio', all(404), { params: { documentId: '{document}', name: '{missing}' } }),
  row('unpublishDocument', OWNER_AND_STAFF, { params: { documentId: '{document}' }, form: {} }),
  row('publishDocument', instead(OWNER_AND_STAFF, 400), { params: { documentId: '{pending}' }, form: {} }),
  row('reprocessSpeech', instead({ ...OWNER, staff: 403 }, 400), { params: { pageId: '{page}' }, form: {} }),
  row('reprocessPage', { ...OWNER, staff: 403, owner: 409 }, { params: { pageId: '{page}' }, form: {} }),

  // documents: fixed pages
  row('staticPage', ANYONE, { params: { slug: 'about' } }),
  row(
    'updateStaticPage',
    { ...instead(SIGNED_IN, 403), staff: 200 },
    { params: { slug: 'about' }, form: FIXED_PAGE },
  ),

  // pipeline
  // For operators, at the port of the service; the gateway does not forward it.
  row('translatorStatus', all(404)),
  row('glossary', OWNER_AND_STAFF, { params: { documentId: '{document}' } }),
  row('saveTerm', OWNER_AND_STAFF, {
    params: { documentId: '{document}' },
    form: { term: 'lighthouse', translation: 'فانوس' },
  }),
  row('deleteTerm', instead(OWNER_AND_STAFF, 404), {
    params: { documentId: '{document}' },
    form: { id: '{missing}' },
  }),
  row('applyGlossary', OWNER_AND_STAFF, { params: { documentId: '{document}' }, form: {} }),
  row('exportGlossary', OWNER_AND_STAFF, { params: { documentId: '{document}' } }),
  row('importGlossary', OWNER_AND_STAFF, {
    params: { documentId: '{document}' },
    file: { field: 'file', name: 'g.csv', content: 'term,translation\nlight,نور\n' },
  }),
  row('translationCost', OWNER_AND_STAFF, { params: { documentId: '{document}' } }),
  row('setTranslationBudget', OWNER_AND_STAFF, {
    params: { documentId: '{document}' },
    form: { budget: '1' },
  }),
  row('importTranslationMemory', instead(SIGNED_IN, 400), { form: {} }),
  row('exportTranslationMemory', SIGNED_IN, { query: 'language=en&level=2' }),

  // documentation
  row('apiDocs', ANYONE),
  row('openApiDocument', ANYONE),
  row('apiDocsFile', ANYONE, { params: { file: 'swagger-ui.css' } }),
  row('apiDocsFile', all(404), { params: { file: 'package.json' } }),

  // finance
  row('walletBalance', SIGNED_IN),
  row('activeSubscription', SIGNED_IN),
];
