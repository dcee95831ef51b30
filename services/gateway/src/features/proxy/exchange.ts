import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { ClientGoneError } from './body-errors.js';

export type ExchangeHooks = {
  /** Status and headers of the service's response have arrived. */
  onStart: (status: number, headers: IncomingHttpHeaders) => void;
  /** The request failed before a response: the gateway must answer. */
  onFailure: (error: Error) => void;
  /** The exchange ended, successfully or not. Called once. */
  onEnd: (exchange: Exchange) => void;
};

/** What a client that reads slowly may cost. */
export type ReadingLimits = {
  /** Bytes of the response that may wait for the client before the service has to wait as well. */
  maxWaitingBytes: number;
  /** How long the service waits until the client loses its connection; null for no limit. */
  maxStallMs: number | null;
};

/** For short calls: the response waits here, so that the connection to the service is free for others. */
export const SHORT_CALL: ReadingLimits = { maxWaitingBytes: 1024 * 1024, maxStallMs: 60_000 };
/** For files and streams, which have connections of their own: a player that is paused stops reading. */
export const LONG_CALL: ReadingLimits = { maxWaitingBytes: 0, maxStallMs: null };

/**
 * Relays one response from a service to a client. It applies backpressure, aborts the service's request when the client
 * disconnects, and closes the client's connection when the response breaks off.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private isFinished = false;
  /** An event stream never ends by itself. */
  isStream = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly hooks: ExchangeHooks,
    private readonly limits: ReadingLimits,
  ) {
    response.once('close', () => this.handleClose());
  }

  /** Ends an event stream; the client reconnects to another gateway. */
  endStream(): void {
    if (this.isFinished) return;
    this.response.end();
    this.controller?.abort(new ClientGoneError());
    this.finish();
  }

  /** Closes the client's connection. */
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
    const { response } = this;
    if (response.write(chunk) || response.writableLength < this.limits.maxWaitingBytes) return;
    controller.pause();
    const { maxStallMs } = this.limits;
    const timer = maxStallMs === null ? undefined : setTimeout(() => response.destroy(), maxStallMs);
    timer?.unref();
    response.once('drain', () => {
      clearTimeout(timer);
      controller.resume();
    });
  }

  onResponseEnd(): void {
    if (this.isFinished) return;
    this.response.end();
    this.finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.isFinished) return;
    if (this.response.headersSent || this.response.destroyed) this.response.destroy();
    else this.hooks.onFailure(error);
    this.finish();
  }

  private handleClose(): void {
    if (this.isFinished) return;
    this.controller?.abort(new ClientGoneError());
    this.finish();
  }

  private finish(): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.hooks.onEnd(this);
  }
}
