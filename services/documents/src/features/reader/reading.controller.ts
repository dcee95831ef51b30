import type { ReadingResponse, ReportResponse } from '@hamkhan/contracts/http/reader';
import type { Identity } from '@hamkhan/contracts/identity';
import { setReadingRoute, reportIssueRoute } from '@hamkhan/contracts/routes/reader';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { ReaderService } from './reader.service.js';
import { ReadingService } from './reading.service.js';

const status = 'success' as const;

@Controller()
export class ReadingController {
  constructor(
    private readonly reader: ReaderService,
    private readonly readings: ReadingService,
  ) {}

  @Endpoint(setReadingRoute)
  async setReading(
    @Input() { params: { documentId }, body: state }: Input<typeof setReadingRoute>,
    @CurrentUser() user: Identity,
  ): Promise<ReadingResponse> {
    await this.readings.setState(await this.reader.open(documentId, user), user.userId, state);
    return { status, reading: state };
  }

  @Endpoint(reportIssueRoute)
  async report(
    @Input() { body: request }: Input<typeof reportIssueRoute>,
    @CurrentUser() user: Identity,
  ): Promise<ReportResponse> {
    await this.readings.report(await this.reader.open(request.document_id, user), user.userId, request);
    return { status };
  }
}
