import { STATIC_PAGE_SLUGS, StaticPageResponse } from '@hamkhan/contracts/http/static-pages';
import { prepareStores } from '@hamkhan/platform/bootstrap';
import { identityHeader, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request, { type Test } from 'supertest';
import { documentsService } from '../../src/service-options.js';

jest.setTimeout(60_000);

let stack: TestStack;
let service: TestService;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
}, 90_000);

afterAll(async () => {
  await service?.stop();
  await stack?.drop();
}, 60_000);

const STAFF = { userId: 'editor', isStaff: true };
const get = (slug: string, language = 'fa'): Test =>
  request(service.url).get(`/api/page/${slug}/`).set('accept-language', language);
const read = async (slug: string, language = 'fa') =>
  StaticPageResponse.parse((await get(slug, language).expect(200)).body);
type Form = Record<string, string>;
const post = (slug: string, caller: Parameters<typeof identityHeader>[0] | null, form: Form): Test => {
  const call = request(service.url).post(`/api/page/${slug}/update/`).set('accept-language', 'en');
  if (caller) void call.set(identityHeader(caller));
  for (const [name, value] of Object.entries(form)) void call.field(name, value);
  return call;
};
const form = (part: Form = {}): Form => ({
  language: 'en',
  title: 'New title',
  content: 'New words',
  header: 'true',
  footer: 'false',
  revision: '1',
  ...part,
});

describe('static pages', () => {
  it('are public, in both languages [ACC-STATIC-01] [RDR-STATIC-03] [RDR-STATIC-04] [RDR-STATIC-05]', async () => {
    for (const slug of STATIC_PAGE_SLUGS) {
      const persian = await read(slug);
      expect([slug, /[\u0600-\u06ff]/.test(persian.title), persian.language]).toEqual([slug, true, 'fa']);
      const english = await read(slug, 'en-GB,en;q=0.9');
      expect([slug, english.language, english.content.length > 400]).toEqual([slug, 'en', true]);
      expect(english).toMatchObject({ header: true, footer: true });
    }
  });

  it('are not found for an unknown slug [RDR-STATIC-04]', async () => {
    for (const slug of ['nothing', 'ABOUT', '__proto__', 'about:fa'])
      expect((await get(slug)).status).toBe(404);
  });

  it('are edited by staff only, one language at a time', async () => {
    await post('about', null, form()).expect(401);
    await post('about', { userId: 'reader' }, form()).expect(403);
    await post('nothing', STAFF, form()).expect(404);
    const answer = await post(
      'about',
      STAFF,
      form({ title: ' New \u202etitle ', content: 'a\r\n\r\n\r\n\r\nb\u0000' }),
    );
    expect(answer.status).toBe(200);
    expect(await read('about', 'en')).toMatchObject({
      title: 'New title',
      content: 'a\n\nb',
      header: true,
      footer: false,
      revision: 2,
    });
    expect((await read('about')).revision).toBe(1);
  });

  it('reject edits of an outdated revision and invalid forms', async () => {
    await post('help', STAFF, form()).expect(200);
    await post('help', STAFF, form({ title: 'Late' })).expect(409);
    expect((await read('help', 'en')).title).toBe('New title');
    const wrongs: Form[] = [
      { title: '  ' },
      { content: '' },
      { language: 'de' },
      { header: 'perhaps' },
      { more: 'x' },
    ];
    for (const wrong of wrongs) await post('help', STAFF, form({ revision: '2', ...wrong })).expect(400);
    await post('help', STAFF, form({ revision: '2', content: 'x'.repeat(60_001) })).expect(400);
  });

  it('accept one of two concurrent edits and reject the other', async () => {
    const responses = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => post('privacy', STAFF, form({ title }))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await read('privacy', 'en')).revision).toBe(2);
  });

  it('keep staff edits when the seed runs again', async () => {
    await post('support', STAFF, form()).expect(200);
    const persian = await read('support');
    await prepareStores(service.app);
    expect((await read('support', 'en')).title).toBe('New title');
    expect(await read('support')).toEqual(persian);
  });
});
