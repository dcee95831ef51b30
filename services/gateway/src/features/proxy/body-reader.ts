import type { IncomingMessage } from 'node:http';
import { AppError } from '@hamkhan/platform/app-error';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config.js';
import type { Visit } from '../admission/admission.js';
import { BodyTooLargeError, ClientGoneError } from './body-errors.js';

type BodySettings = Pick<GatewayConfig, 'BODY_TIMEOUT_SECONDS' | 'BODY_MEMORY_MB'>;

/**
 * Reads bodies whole before they are sent to a service, so that a slow client occupies no connection to a service. A body has a
 * deadline and a maximum size. All bodies together have a maximum as well; beyond it the one that has waited longest is ended.
 */
@Injectable()
export class BodyReader {
  private readonly timeoutMs: number;
  private readonly maxBufferedBytes: number;
  private readonly waiting = new Set<() => void>();
  private bufferedBytes = 0;

  constructor(@Inject(CONFIG) config: BodySettings) {
    this.timeoutMs = config.BODY_TIMEOUT_SECONDS * 1_000;
    this.maxBufferedBytes = config.BODY_MEMORY_MB * 1024 * 1024;
  }

  /**
   * @throws COMMON.REQUEST_TIMEOUT after the deadline, or when the request gives way to others;
   * BodyTooLargeError, ClientGoneError
   */
  read(request: IncomingMessage, maxBytes: number, visit: Visit): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const stop = (): void => {
        clearTimeout(timer);
        request.off('data', take).off('end', complete).off('close', lose);
        this.waiting.delete(giveWay);
        this.bufferedBytes -= size;
        visit.setGiveWay(null);
      };
      const fail = (error: Error): void => {
        stop();
        reject(error);
      };
      const giveWay = (): void => fail(new AppError('COMMON.REQUEST_TIMEOUT'));
      const lose = (): void => fail(new ClientGoneError());
      const complete = (): void => {
        stop();
        resolve(Buffer.concat(chunks, size));
      };
      const take = (chunk: Buffer): void => {
        chunks.push(chunk);
        size += chunk.length;
        this.bufferedBytes += chunk.length;
        if (size > maxBytes) fail(new BodyTooLargeError());
        else this.freeMemory();
      };
      const timer = setTimeout(giveWay, this.timeoutMs);
      this.waiting.add(giveWay);
      visit.setGiveWay(giveWay);
      request.on('data', take).on('end', complete).on('close', lose);
    });
  }

  private freeMemory(): void {
    for (const giveWay of this.waiting) {
      if (this.bufferedBytes <= this.maxBufferedBytes) return;
      giveWay();
    }
  }
}
