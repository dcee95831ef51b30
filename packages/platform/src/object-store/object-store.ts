import { createWriteStream } from 'node:fs';
import { finished, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'minio';
import type { ObjectStoreConfig } from '../config.js';
import type { Health } from '../observability/health.js';
import { transportWithTimeout } from './transport-with-timeout.js';

const PART_BYTES = 8 * 1024 * 1024;
const ABORT_UNFINISHED_DAYS = 1;
const IDLE_TIMEOUT_MS = 30_000;

export type StoredObject = { size: number; contentType: string; etag: string };

/** Client of an S3 service. Use a new key for each upload: minio-js resumes an unfinished upload of the same key. */
export class ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;

  constructor(
    private readonly config: ObjectStoreConfig,
    health: Health,
  ) {
    const url = new URL(config.S3_ENDPOINT);
    const useSSL = url.protocol === 'https:';
    this.bucket = config.S3_BUCKET;
    this.client = new Client({
      endPoint: url.hostname,
      port: url.port ? Number(url.port) : useSSL ? 443 : 80,
      useSSL,
      accessKey: config.S3_ACCESS_KEY,
      secretKey: config.S3_SECRET_KEY,
      region: config.S3_REGION,
      partSize: PART_BYTES,
      transport: transportWithTimeout(useSSL, IDLE_TIMEOUT_MS),
    });
    health.addReady('object store', async () => {
      if (!(await this.client.bucketExists(this.bucket))) throw new Error('the bucket does not exist');
    });
  }

  /** Creates the bucket if it does not exist. Idempotent. */
  async prepare(): Promise<void> {
    if (await this.client.bucketExists(this.bucket)) return;
    await this.client.makeBucket(this.bucket, this.config.S3_REGION).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'BucketAlreadyOwnedByYou') throw error;
    });
    const rule = {
      ID: 'abort-unfinished',
      Status: 'Enabled',
      Filter: { Prefix: '' },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: ABORT_UNFINISHED_DAYS },
    };
    await this.client.setBucketLifecycle(this.bucket, { Rule: [rule] }).catch((error: unknown) => {
      // MinIO does not support this rule: it removes unfinished uploads after a day by itself.
      if ((error as { code?: string }).code !== 'InvalidArgument') throw error;
    });
  }

  /**
   * Stores a stream in parts of 8 MiB, with bounded memory. minio-js never settles when the source stream fails, so this
   * watches the stream and removes the uploaded parts on failure.
   * @throws the error of the stream.
   */
  async putStream(key: string, stream: Readable, contentType: string): Promise<void> {
    const streamFailure = new Promise<never>((_, reject) => {
      finished(stream, { writable: false }, (error) => {
        if (error) reject(error);
      });
    });
    try {
      await Promise.race([
        this.client.putObject(this.bucket, key, stream, undefined, { 'Content-Type': contentType }),
        streamFailure,
      ]);
    } catch (error) {
      await this.client.removeIncompleteUpload(this.bucket, key).catch(() => undefined);
      throw error;
    }
  }

  async putBytes(key: string, bytes: Buffer, contentType: string): Promise<void> {
    await this.client.putObject(this.bucket, key, bytes, bytes.length, { 'Content-Type': contentType });
  }

  /** Copies an object inside the store. */
  async copy(from: string, to: string): Promise<void> {
    await this.client.copyObject(this.bucket, to, `/${this.bucket}/${from}`);
  }

  getStream(key: string): Promise<Readable> {
    return this.client.getObject(this.bucket, key);
  }

  /** Reads `length` bytes of an object, starting at `offset`. */
  getPart(key: string, offset: number, length: number): Promise<Readable> {
    return this.client.getPartialObject(this.bucket, key, offset, length);
  }

  /** Downloads an object into a file. After a failure the file is incomplete. */
  async downloadTo(key: string, file: string): Promise<void> {
    await pipeline(await this.getStream(key), createWriteStream(file));
  }

  /** Size, type and ETag of an object, or null when it does not exist. */
  async find(key: string): Promise<StoredObject | null> {
    try {
      const { size, metaData, etag } = await this.client.statObject(this.bucket, key);
      const { 'content-type': contentType = 'application/octet-stream' } = metaData as Record<string, string>;
      return { size, contentType, etag };
    } catch (error) {
      if ((error as { code?: string }).code === 'NotFound') return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.client.removeObject(this.bucket, key);
  }

  /** Removes all objects of a folder. The trailing slash keeps keys that only share the prefix. */
  async removeFolder(folder: `${string}/`): Promise<void> {
    const listed = (await this.client.listObjectsV2(this.bucket, folder, true).toArray()) as {
      name?: string;
    }[];
    const keys = listed.flatMap(({ name }) => name ?? []);
    if (keys.length > 0) await this.client.removeObjects(this.bucket, keys);
  }
}
