import { identityHeader } from '@hamkhan/testing/service-harness';

const MIB = 1024 * 1024;
/** Signed for each call, because an identity is valid for a minute. */
const user = (): string =>
  Object.entries(identityHeader({ userId: 'f'.repeat(24) }))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
const MULTIPART = 'Content-Type: multipart/form-data; boundary=b\r\n';
const part = (disposition: string, content: string): string =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

/** A form with the fields of every upload and a file that none accepts, longer than the buffers of a stream. */
const wrongFile = Buffer.concat([
  Buffer.from(part('name="language"', 'en') + part('name="level"', '2')),
  Buffer.from(part('name="file"; filename="a.tmx"', '<?xml version="1.0"?><nothing></wrong>').slice(0, -2)),
  Buffer.alloc(MIB, '<<<<>>>> '),
  Buffer.from('\r\n--b--\r\n'),
]);

/** Bodies that services refuse before they have read them. */
export const REFUSED_BODIES: Readonly<Record<string, { head: () => string; body: Buffer }>> = {
  'from a caller without an identity': { head: () => MULTIPART, body: wrongFile },
  'with a file of a wrong kind': { head: () => user() + MULTIPART, body: wrongFile },
  'with an unknown content type': {
    head: () => `${user()}Content-Type: application/x-unknown\r\n`,
    body: wrongFile,
  },
  'with no form in it': { head: () => user() + MULTIPART, body: Buffer.alloc(MIB, 'x') },
};
