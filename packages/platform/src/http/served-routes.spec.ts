import { ALL_ROUTES } from '@hamkhan/contracts/routes/all-routes';
import { describe, expect, it } from '@jest/globals';
import type { ServedRoute } from '../observability/admin-server.js';
import { assertServesItsRoutes, routeMismatches } from './served-routes.js';

const served: ServedRoute[] = ALL_ROUTES.filter(
  ({ route }) => route.service === 'finance' && !route.isPlanned,
).map(({ route }) => ({ method: route.method, url: route.path.replace(/\/$/, '') }));

describe('the routes that a service serves', () => {
  it('accepts the routes of the table', () => {
    expect(served.length).toBeGreaterThan(0);
    expect(routeMismatches('finance', served)).toEqual([]);
  });

  it('throws when a listed route is not served', () => {
    expect(routeMismatches('finance', served.slice(1))).toEqual([
      'GET /api/finance/subscription/active is listed and not served',
    ]);
    expect(() => assertServesItsRoutes('finance', [])).toThrow(
      'GET /api/finance/wallet/balance is listed and not served',
    );
  });

  it('throws when a route under /api is not listed or has another method', () => {
    const more = [...served, { method: 'DELETE', url: '/api/finance/wallet/balance/' }];
    expect(routeMismatches('finance', more)).toEqual([
      'DELETE /api/finance/wallet/balance is served and not listed',
    ]);
  });

  it('throws when a route marked as planned is served', () => {
    const more = [...served, { method: 'POST', url: '/api/finance/document/purchase' }];
    expect(routeMismatches('finance', more)).toEqual([
      'POST /api/finance/document/purchase is served and not listed',
    ]);
  });

  it('ignores paths outside the API', () => {
    expect(routeMismatches('finance', [...served, { method: 'GET', url: '/assets/*' }])).toEqual([]);
  });
});
