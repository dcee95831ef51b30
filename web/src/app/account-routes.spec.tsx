import { describe, expect, it } from '@jest/globals';
import type { RouteMeta } from './route-meta.js';
import { metaOf } from './route-meta.js';
import { routes } from './router.js';

const [frame] = routes;
const metaAt = (path: string): RouteMeta => {
  const route = frame?.children?.find((one) => one.path === path);
  if (!route) throw new Error(`no route ${path}`);
  return metaOf([frame?.handle, route.handle]);
};

describe('the account routes', () => {
  it('show the footer below sign-in [ACC-LOGIN-01]', () => {
    expect(metaAt('/user/login/')).toMatchObject({ footer: true });
  });

  it.each(['/', '/user/login/', '/user/register/:campaign?/', '/user/forgot/password/', '/s/:shelfKey/'])(
    'leave %s open to everyone [ACC-LOGIN-33]',
    (path) => {
      expect(metaAt(path).auth).toBeUndefined();
    },
  );

  it.each(['/user/profile/', '/user/change-password', '/user/second-factor', '/manage-sessions'])(
    'require sign-in for %s, with the top bar [ACC-PROFILE-02]',
    (path) => {
      expect(metaAt(path)).toMatchObject({ auth: true, topbar: true });
    },
  );
});
