import { buffer } from 'node:stream/consumers';
import { ConcurrencyLimit } from '@hamkhan/platform/limits/concurrency-limit';
import type { MediaKind } from '@hamkhan/platform/media/media-kind';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { PictureDecoder } from '@hamkhan/sandbox/pictures/picture-decoder';
import { Injectable } from '@nestjs/common';

/** Pictures decoded in parallel: each is in memory, and its process takes some hundred megabytes. */
const CONCURRENCY = 2;
const MAX_PENDING = 40;
/** Kinds that the decoder reads. A drawing (SVG) is text, and a video is not decoded here. */
const PICTURES: ReadonlySet<MediaKind> = new Set(['jpg', 'png', 'gif', 'bmp', 'webp']);

/** Checks that uploaded pictures can be decoded, in the sandbox, before browsers of readers have to. */
@Injectable()
export class PictureCheck {
  private readonly decoding = new ConcurrencyLimit(CONCURRENCY, MAX_PENDING);

  constructor(
    private readonly store: ObjectStore,
    private readonly decoder: PictureDecoder,
  ) {}

  /** Whether a stored file is whole. @throws COMMON.UNAVAILABLE under load; SandboxUnavailableError */
  async isWhole(objectKey: string, kind: MediaKind): Promise<boolean> {
    if (!PICTURES.has(kind)) return true;
    return this.decoding.run(async () =>
      this.decoder.canDecode(await buffer(await this.store.getStream(objectKey))),
    );
  }
}
