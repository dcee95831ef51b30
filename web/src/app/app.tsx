import { RouterProvider } from 'react-router/dom';
import type { createRouter } from './router.js';
import { SWRConfig } from 'swr';
import { isWorthRetrying } from '../shared/api/api-error.js';
import { MessageBar } from '../shared/ui/message-bar.js';
import { ErrorBoundary } from './error-boundary.js';
import { RouteError } from './route-error.js';
import { StartupGate } from './startup-gate.js';

/** SWR revalidates on focus at most once in this time, in milliseconds. */
const FOCUS_THROTTLE_MS = 10_000;

export const App = ({ router }: { router: ReturnType<typeof createRouter> }) => (
  <ErrorBoundary fallback={<RouteError />}>
    <SWRConfig
      value={{
        focusThrottleInterval: FOCUS_THROTTLE_MS,
        errorRetryCount: 5,
        shouldRetryOnError: isWorthRetrying,
      }}
    >
      <StartupGate>
        <RouterProvider router={router} />
      </StartupGate>
      <MessageBar />
    </SWRConfig>
  </ErrorBoundary>
);
