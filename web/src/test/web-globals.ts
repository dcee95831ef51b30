import { TextDecoder, TextEncoder } from 'node:util';

/** As much of a Request as the router hands from its navigation to its loaders. */
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

/** Nothing is laid out, so nothing changes its size. */
class StillResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** What every browser has and jsdom lacks; jest loads it before each test file of the web. */
Object.assign(globalThis, {
  TextDecoder,
  TextEncoder,
  Request: PlainRequest,
  ResizeObserver: StillResizeObserver,
  CSS: { escape: (text: string) => text },
});

/** jsdom lays nothing out, so every element looks hidden to PrimeReact; its parent stands for the box it would have. */
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentNode;
  },
});
