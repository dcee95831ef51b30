import { describe, expect, it } from '@jest/globals';
import { MAX_UPLOAD_BYTES } from '@hamkhan/contracts/http/documents';
import { MAX_EDIT_BYTES } from '@hamkhan/contracts/http/editing';
import { MAX_MEDIA_BYTES } from '@hamkhan/contracts/http/media';
import { API_AREAS, type ApiArea } from './api-areas.js';
import { judgeApiPath } from './api-path.domain.js';

/** Every call of the product by the service that answers it: those whose paths are given, and those for which we chose one. */
const CALLS: Record<string, string> = {
  auth: `
    GET user/csrf/
    POST user/check/username/
    POST user/login/
    POST user/register/verify/
    POST user/register/
    POST user/logout/
    POST user/loginas/logout/
    POST user/loginas/
    GET captcha/init/
    POST captcha/validate/
    POST user/password/forget/
    POST user/password/forget/reset/
    GET user/profile/
    POST user/profile/
    POST user/upload-avatar/
    GET user/check-sessions/
    POST user/terminate-session/
    POST user/change-password/
    GET user/status/
    POST user/activation/{request_type}/
    POST user/mobile/verify/request/
    POST user/mobile/verify/confirm/
    POST user/mobile/update/
  `,
  documents: `
    GET document/user/document/list/
    GET untranslated/document-requests/
    GET document/user/shelf/list/
    POST document/user/shelf/create/
    POST document/user/shelf/{shelf_id}/update/
    DELETE document/user/shelf/{shelf_id}/delete/
    POST document/user/document/{document_id}/move-to-shelf/
    POST document/user/shelf/{shelf_id}/add-document/
    POST document/user/document/{shelf_id}/remove-document/
    POST document/user/shelf/{shelf_id}/reorder/
    GET document/shelf/public/{shelf_id}/
    GET document/shelf/public/{shelf_id}/documents/
    POST document/shelf/public/{shelf_id}/subscribe/
    POST document/shelf/public/{shelf_id}/unsubscribe/
    GET document/tag/list/
    POST document/upload/
    GET knowledge/note/list/
    GET knowledge/note/documents/
    POST knowledge/note/update/{note_id}/
    POST knowledge/note/delete/{note_id}/
    POST knowledge/note/create/
    GET knowledge/note/tag/list/
    POST knowledge/note/tag/create/
    GET document/metadata/{documentId}/
    GET document/pages/{documentId}/
    POST document/page/{page_id}/update/
    POST document/report/
    POST document/page/{page_id}/reprocess/
    POST document/page/{page_id}/reprocess-tts/
    POST document/user/document/{document_id}/publish/
    GET document/original/{documentId}/
    GET document/media/list/
    POST document/media/remove/
    POST document/media/save/
    GET document/page/{page_id}/suggestion/list/
    GET document/page/{page_id}/suggestion/others/
    GET document/page/{page_id}/suggestion/history/
    GET document/suggestion/{suggestion_id}/
    POST document/page/{page_id}/suggestion/create/
    POST document/suggestion/{suggestion_id}/update/
    POST document/suggestion/{suggestion_id}/cancel/
    POST document/suggestion/{suggestion_id}/apply/
    GET document/top-result/
    GET document/featured/
    GET document/latest/
    GET document/popular/
    GET document/free/
    GET document/search/
    GET untranslated/search/
    POST untranslated/request-add-library/
    GET page/{slug}/
    GET topic/info/
  `,
  ai: `
    POST ai/challenge/
    POST ai/assistant/chat/
    POST ai/talk/start/
    GET ai/talk/status/{talk_id}/
    GET ai/talk/audio/{talk_id}/
  `,
  finance: `
    POST finance/document/purchase/
    GET finance/invoice/{invoice}/info/
    POST finance/invoice/{invoice}/pay/
    GET finance/invoice/{invoice}/cancel/
    GET finance/invoice/result/{order_uuid}/
    POST finance/discount/apply/
    POST finance/discount/remove/
    POST finance/discount/request-code/
    GET finance/discount/list/
    GET finance/wallet/balance/
    GET finance/wallet/transactions/
    POST finance/wallet/charge/
    POST finance/wallet/pay/
    GET finance/subscription/plans/
    GET finance/subscription/active/
    GET finance/subscription/preview/
    POST finance/subscription/buy/
    POST finance/subscription/cancel/
    GET finance/subscription/history/
    POST finance/mobile/purchase/check/
  `,
};

/** As the router of the gateway chooses: the longest prefix that fits. */
const areaOf = (path: string): ApiArea | undefined =>
  API_AREAS.filter(({ prefix }) => path === `${prefix}/` || path.startsWith(`${prefix}/`))
    .sort((one, other) => other.prefix.length - one.prefix.length)
    .at(0);

const calls = Object.entries(CALLS).flatMap(([service, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [method = '', path = ''] = line.trim().split(' ');
      return { service, method, path: path.replace(/\{\w+\}/g, 'x1') };
    }),
);

describe('the areas of the API', () => {
  it('[ACC-CONV-09] [ACC-CONV-13] lead every call to its service, by its path with the slash at its end', () => {
    expect(calls).toHaveLength(100);
    // The gateway itself sets the token of a page.
    const astray = calls.filter(
      ({ service, path }) => path !== 'user/csrf/' && areaOf(path)?.upstream !== service,
    );
    expect(astray).toEqual([]);
    for (const { path } of calls) {
      expect(judgeApiPath(`/api/${path}`)).toBe('forward');
      expect(judgeApiPath(`/api/${path.slice(0, -1)}`)).toEqual({ redirectTo: `/api/${path}` });
    }
  });

  it('takes files of the size that their services take, and no other bodies as large', () => {
    const limit = (path: string): number => areaOf(path)?.maxBodyBytes ?? 0;
    expect(limit('document/media/save/')).toBeGreaterThan(MAX_MEDIA_BYTES.video);
    expect(limit('document/upload/')).toBeGreaterThan(MAX_UPLOAD_BYTES);
    expect(limit('document/page/x1/update/')).toBeGreaterThan(2 * MAX_EDIT_BYTES);
    expect(limit('document/page/x1/update/')).toBeLessThan(MAX_MEDIA_BYTES.image);
  });
});
