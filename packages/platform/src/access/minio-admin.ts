import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ObjectStoreConfig } from '../config.js';

const API = '/minio/admin/v3';
const TIMEOUT_MS = 10_000;

/** madmin's PBKDF2 variant: `salt | 2 | nonce | AES-256-GCM stream`, whose last and only fragment has the mark 0x80. */
const PBKDF2_ITERATIONS = 8_192;
const PBKDF2_AES_GCM = 0x02;
const LAST_FRAGMENT = 0x80;

/**
 * The calls of MinIO's administration API that create users and policies. The minio package has none, and `mc` would be one more
 * program to install. Source: github.com/minio/madmin-go/v3, github.com/secure-io/sio-go.
 */
export class MinioAdmin {
  constructor(private readonly config: ObjectStoreConfig) {}

  /** Creates or replaces a policy. */
  async putPolicy(name: string, policy: object): Promise<void> {
    await this.put('add-canned-policy', { name }, Buffer.from(JSON.stringify(policy)));
  }

  /** Creates a user, or changes the secret key of an existing one. */
  async putUser(accessKey: string, secretKey: string): Promise<void> {
    const user = JSON.stringify({ secretKey, status: 'enabled' });
    await this.put('add-user', { accessKey }, encrypted(this.config.S3_SECRET_KEY, Buffer.from(user)));
  }

  /** Gives a user this policy and no other. */
  async setPolicyOfUser(policyName: string, userOrGroup: string): Promise<void> {
    const query = { isGroup: 'false', policyName, userOrGroup };
    await this.put('set-user-or-group-policy', query, Buffer.alloc(0));
  }

  private async put(call: string, query: Record<string, string>, body: Buffer): Promise<void> {
    const url = new URL(`${this.config.S3_ENDPOINT.replace(/\/$/, '')}${API}/${call}`);
    url.search = new URLSearchParams(
      Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ).toString();
    const response = await fetch(url, {
      method: 'PUT',
      headers: signature(this.config, url, body, new Date()),
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return;
    throw new Error(`MinIO refused ${call}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  }
}

/** AWS Signature Version 4 of a PUT request whose query is sorted. */
function signature(
  { S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION }: ObjectStoreConfig,
  url: URL,
  body: Buffer,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const bodyHash = sha256(body);
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const headers = [`host:${url.host}`, `x-amz-content-sha256:${bodyHash}`, `x-amz-date:${time}`];
  const request = ['PUT', url.pathname, url.search.slice(1), ...headers, '', names, bodyHash].join('\n');
  const scope = `${day}/${S3_REGION}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = [day, S3_REGION, 's3', 'aws4_request'].reduce<string | Buffer>(
    (parent, part) => createHmac('sha256', parent).update(part).digest(),
    `AWS4${S3_SECRET_KEY}`,
  );
  const sum = createHmac('sha256', key).update(text).digest('hex');
  return {
    authorization: `AWS4-HMAC-SHA256 Credential=${S3_ACCESS_KEY}/${scope}, SignedHeaders=${names}, Signature=${sum}`,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
  };
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Encrypts with the secret key of the caller, as MinIO demands of bodies that contain secrets. At most 16 KiB. */
function encrypted(password: string, plain: Buffer): Buffer {
  const salt = randomBytes(32);
  const nonce = randomBytes(8);
  const key = pbkdf2Sync(password, salt, PBKDF2_ITERATIONS, 32, 'sha256');
  const seal = (sequence: number, text: Buffer, associated: Buffer): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32LE(sequence);
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.concat([nonce, counter]));
    cipher.setAAD(associated);
    return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  };
  const nothing = Buffer.alloc(0);
  const associated = Buffer.concat([Buffer.of(LAST_FRAGMENT), seal(0, nothing, nothing)]);
  return Buffer.concat([salt, Buffer.of(PBKDF2_AES_GCM), nonce, seal(1, plain, associated)]);
}
