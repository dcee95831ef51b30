const RECONNECT_MS = 100;

export type LiveEvent = { event: string; data: unknown };

/** Server-sent events as they arrive; reconnects like a browser's EventSource. */
export class EventStream {
  readonly events: LiveEvent[] = [];
  private readonly closing = new AbortController();
  private readonly loop: Promise<void>;

  constructor(private readonly connect: (signal: AbortSignal) => Promise<Response>) {
    this.loop = this.run();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.loop;
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await this.read(await this.connect(signal).catch(() => null));
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  private async read(response: Response | null): Promise<void> {
    if (!response?.ok || !response.body) return void (await response?.body?.cancel());
    let text = '';
    try {
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.add(block);
      }
    } catch {
      // The connection broke; the loop opens another.
    }
  }

  private add(block: string): void {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (event && data) this.events.push({ event, data: JSON.parse(data) });
  }
}
