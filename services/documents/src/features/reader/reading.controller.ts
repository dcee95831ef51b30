import {
  ReadingRequest,
  ReportRequest,
  type ReadingResponse,
  type ReportResponse,
} from '@hamkhan/contracts/http/reader';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ReaderService } from './reader.service.js';
import { ReadingService } from './reading.service.js';

const status = 'success' as const;

@Controller('api/document')
@Access('user')
export class ReadingController {
  constructor(
    private readonly reader: ReaderService,
    private readonly readings: ReadingService,
  ) {}

  @Post('reading/:documentId/')
  @HttpCode(200)
  async setReading(
    @Param('documentId') documentId: string,
    @Body(new ZodPipe(ReadingRequest)) state: ReadingRequest,
    @CurrentUser() user: Identity,
  ): Promise<ReadingResponse> {
    await this.readings.setState(await this.reader.open(documentId, user), user.userId, state);
    return { status, reading: state };
  }

  @Post('report/')
  @HttpCode(200)
  async report(
    @Body(new ZodPipe(ReportRequest)) request: ReportRequest,
    @CurrentUser() user: Identity,
  ): Promise<ReportResponse> {
    await this.readings.report(await this.reader.open(request.document_id, user), user.userId, request);
    return { status };
  }
}
