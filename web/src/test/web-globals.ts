import { TextDecoder, TextEncoder } from 'node:util';

/** The part of Request that the router passes to its loaders. */
class PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal | null;

  constructor(url: string | URL, init: RequestInit = {}) {
    this.url = String(url);
    this.method = init.method ?? 'GET';
    this.signal = init.signal ?? null;
  }
}

/** jsdom has no layout, so sizes never change. */
class StillResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Browser APIs that jsdom lacks; jest loads this before each web test file. */
Object.assign(globalThis, {
  TextDecoder,
  TextEncoder,
  Request: PlainRequest,
  ResizeObserver: StillResizeObserver,
  CSS: { escape: (text: string) => text },
});

/** jsdom has no layout, so every element looks hidden to PrimeReact; returning the parent makes it look visible. */
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentNode;
  },
});
