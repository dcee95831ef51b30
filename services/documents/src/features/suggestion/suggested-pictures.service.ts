import { Injectable } from '@nestjs/common';
import { imageObjectKey } from '../page/image-name.domain.js';
import { suggestsPicture } from './suggested-picture.domain.js';
import { SuggestionRepository } from './suggestion.repository.js';

/** Finds images in pending suggestions. */
@Injectable()
export class SuggestedPicturesService {
  constructor(private readonly suggestions: SuggestionRepository) {}

  /** Zero-based numbers of the pages for which a pending suggestion would add an image, sorted. */
  async pagesSuggesting(documentId: string, imageName: string): Promise<number[]> {
    const objectKey = imageObjectKey(documentId, imageName);
    const rows = await this.suggestions.pendingWithPicture(documentId, objectKey);
    const numbers = rows.flatMap((row) => (suggestsPicture(row, objectKey) ? [row.pageNumber] : []));
    return [...new Set(numbers)].toSorted((one, other) => one - other);
  }
}
