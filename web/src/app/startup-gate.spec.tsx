import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { type RouteObject } from 'react-router';
import { setAuthToken } from '../shared/storage/settings.js';
import { stubApi } from '../test/api-stub.js';
import { showRoutes } from '../test/screen.js';
import { startShell, user } from '../test/shell-screen.js';
import { StartupGate } from './startup-gate.js';

beforeEach(startShell);

describe('the startup gate', () => {
  const gated: RouteObject[] = [{ path: '/', element: <StartupGate>the application</StartupGate> }];

  it('shows an error when the user cannot be fetched, and continues after a retry [RDR-LOGIN-01]', async () => {
    setAuthToken('t');
    let down = true;
    stubApi({ 'GET user/status/': () => (down ? { status: 503 } : { body: user }) });
    showRoutes(gated, '/');
    expect(await screen.findByText('Hamkhan could not start')).toBeTruthy();
    expect(screen.queryByText('the application')).toBeNull();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('the application')).toBeTruthy();
  });

  it('renders at once without a token [RDR-LOGIN-02]', () => {
    stubApi({});
    showRoutes(gated, '/');
    expect(screen.getByText('the application')).toBeTruthy();
  });
});
