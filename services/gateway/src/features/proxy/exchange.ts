import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { ClientGoneError } from './body-gate.js';

export type ExchangeHooks = {
  /** The service begins to answer: status and headers to write. */
  onStart: (status: number, headers: IncomingHttpHeaders) => void;
  /** Nothing was answered yet: answer in the service's place. */
  onFailure: (error: Error) => void;
  /** Over, one way or the other; called once. */
  onEnd: (exchange: Exchange) => void;
};

/**
 * One answer on its way from a service to a browser. A slow reader slows the service down, a reader who leaves stops it, and
 * an answer that breaks off breaks off visibly.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private isOver = false;
  /** An event stream: it has no end of its own. */
  isStream = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly hooks: ExchangeHooks,
  ) {
    response.once('close', () => this.handleClose());
  }

  /** Ends an event stream; its reader opens it again elsewhere. */
  endStream(): void {
    if (this.isOver) return;
    this.response.end();
    this.controller?.abort(new ClientGoneError());
    this.finish();
  }

  /** Breaks off. */
  destroy(): void {
    this.response.destroy();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.response.destroyed) controller.abort(new ClientGoneError());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.isStream = headers['content-type']?.startsWith('text/event-stream') ?? false;
    this.hooks.onStart(status, headers);
    if (this.isStream) this.response.flushHeaders();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.response.write(chunk)) return;
    controller.pause();
    this.response.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    if (this.isOver) return;
    this.response.end();
    this.finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.isOver) return;
    if (this.response.headersSent || this.response.destroyed) this.response.destroy();
    else this.hooks.onFailure(error);
    this.finish();
  }

  private handleClose(): void {
    if (this.isOver) return;
    this.controller?.abort(new ClientGoneError());
    this.finish();
  }

  private finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.hooks.onEnd(this);
  }
}
