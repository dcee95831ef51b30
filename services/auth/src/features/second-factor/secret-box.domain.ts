import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Encrypts secrets of users for storage, bound to their user, and hashes recovery codes, all with keys from one setting. */
export class SecretBox {
  private readonly key: Buffer;
  private readonly hashKey: Buffer;

  constructor(setting: string) {
    const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', setting, '', purpose, 32));
    this.key = derived('second factor secrets');
    this.hashKey = derived('recovery codes');
  }

  seal(secret: Uint8Array, userId: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, iv).setAAD(Buffer.from(userId));
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @throws when the text was sealed with another key or for another user, or was changed */
  open(sealed: string, userId: string): Buffer {
    const bytes = Buffer.from(sealed, 'base64url');
    const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(userId)).setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }

  /** The stored form of a recovery code. A code has 50 bits: without the key of the hash it cannot be guessed from it. */
  hash(code: string, userId: string): string {
    return createHmac('sha256', this.hashKey).update(`${userId} ${code}`).digest('base64url');
  }
}
