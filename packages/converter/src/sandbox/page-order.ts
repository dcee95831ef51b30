import { ConversionError } from '../conversion-error.js';
import type { PageRange } from '../converter.js';

/** Checks that pages come from the range of the job, in order, once each. */
export class PageOrder {
  private next: number;

  constructor(private readonly range: PageRange) {
    this.next = range.from;
  }

  /** @throws ConversionError `crashed` for any other page */
  accept(pageNumber: number): void {
    if (pageNumber < this.next || pageNumber > this.range.to) {
      throw new ConversionError('crashed', {}, { detail: `unexpected page ${pageNumber}` });
    }
    this.next = pageNumber + 1;
  }
}
