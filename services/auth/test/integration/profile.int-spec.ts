import { createCanvas, loadImage } from '@napi-rs/canvas';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import request from 'supertest';
import { SmsError, SmsSender } from '../../src/infra/sms/sms-sender.js';
import { authService } from '../../src/service-options.js';
import { AuthClient, PASSWORD, wrong } from './auth-client.js';

jest.setTimeout(60_000);

let stack: TestStack;
let auth: TestService;
let client: AuthClient;

beforeAll(async () => {
  stack = await TestStack.create();
  auth = await startTestService(stack, authService);
  client = new AuthClient(auth, '0912555');
});

afterAll(async () => {
  await auth?.stop();
  await stack?.drop();
});

const rows = (name: string) => auth.app.get<Connection>(getConnectionToken()).collection(name);

async function newReader() {
  const mobile = client.newMobile();
  const id = await client.createUser(mobile);
  return { mobile, id, headers: await client.signIn(mobile) };
}

describe('profile', () => {
  const form = { first_name: 'علي', last_name: ' رضایی‌فر  ', language: 'en' };

  it('returns and updates names and language, and publishes the change [ACC-PROFILE-08][ACC-PROFILE-09]', async () => {
    const { headers, id } = await newReader();
    const before = await client.call('user/profile/', undefined, { headers });
    expect(before.body).toEqual({
      first_name: 'سارا',
      last_name: 'نمونه',
      language: 'fa',
      referral_code: expect.stringMatching(/^\w{8}$/),
    });
    const after = { ...before.body, first_name: 'علی', last_name: 'رضایی‌فر', language: 'en' };
    expect((await client.call('user/profile/', form, { headers })).body).toEqual({
      status: 'success',
      ...after,
    });
    expect((await client.call('user/profile/', undefined, { headers })).body).toEqual(after);
    const published = await rows('outbox').findOne({ type: 'auth.user.changed', key: id });
    expect(JSON.parse(String(published?.payload))).toMatchObject({
      aggregateVersion: 2,
      data: { userId: id, fullName: 'علی رضایی‌فر', language: 'en' },
    });
  });

  it('is part of the user status [ACC-PROFILE-14][ACC-PROFILE-15]', async () => {
    const { headers } = await newReader();
    const { body } = await client.call('user/status/', undefined, { headers });
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        'id',
        'mobile',
        'first_name',
        'last_name',
        'full_name',
        'avatar',
        'language',
        'referral_code',
        'balance',
        'is_creator',
        'subscription',
        'loggedinas',
        'active_sessions_count',
      ]),
    );
    expect(body.loggedinas).toBeNull();
  });

  it('reports errors by field and requires a signed-in user', async () => {
    const { headers } = await newReader();
    const answer = await client.call('user/profile/', { first_name: ' ', language: 'de' }, { headers });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        first_name: ['This Field is Required'],
        last_name: ['This Field is Required'],
        language: ['choose one of the options'],
      },
    });
    expect((await client.call('user/profile/')).status).toBe(401);
    expect((await client.call('user/profile/', form)).status).toBe(401);
  });

  it('rejects fields that are not part of it', async () => {
    const { headers, id } = await newReader();
    const answer = await client.call('user/profile/', { ...form, is_superuser: 'true' }, { headers });
    expect(answer.status).toBe(400);
    expect(await rows('users').countDocuments({ isSuperuser: true })).toBe(0);
    expect((await client.call('user/status/', undefined, { headers })).body).toMatchObject({
      id,
      is_staff: false,
    });
  });
});

/** An image with a red left and a blue right half. */
function picture(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = '#0000ff';
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas;
}

/** Adds an Exif segment with an orientation and a location to a JPEG. */
function withExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(64);
  tiff.write('II', 0, 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  tiff.write('GPS 35.7N 51.4E', 30, 'latin1');
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** The colour, red or blue, at a point given as fractions of width and height. */
async function colourAt(file: Buffer, x: number, y: number): Promise<string> {
  const image = await loadImage(file);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const [red = 0, , blue = 0] = context.getImageData(
    Math.floor(x * image.width),
    Math.floor(y * image.height),
    1,
    1,
  ).data;
  return red > blue ? 'red' : 'blue';
}

describe('avatar', () => {
  type Reader = Awaited<ReturnType<typeof newReader>>;
  const upload = (reader: Reader | null, file: Buffer, field = 'avatar') =>
    client.call('user/upload-avatar/', { [field]: file }, { headers: reader?.headers });
  const download = async (address: unknown) => {
    const { status, headers, body } = await request(auth.url).get(String(address));
    return { status, headers: headers as Record<string, string>, file: body as Buffer };
  };

  it('is re-encoded and public at its address [ACC-PROFILE-11]', async () => {
    const reader = await newReader();
    const jpeg = picture(900, 600).toBuffer('image/jpeg');
    const { status, body } = await upload(reader, withExif(jpeg, 1));
    expect([status, body]).toEqual([
      200,
      { status: 'success', avatar: expect.stringMatching(/^\/api\/user\/avatar\/[\da-f-]{36}\/$/) },
    ]);
    const shown = await client.call('user/status/', undefined, { headers: reader.headers });
    expect(shown.body.avatar).toBe(body.avatar);
    const { headers, file } = await download(body.avatar);
    expect(headers['content-type']).toBe('image/webp');
    expect(headers['cache-control']).toBe('private, max-age=3600');
    const image = await loadImage(file);
    expect([image.width, image.height]).toEqual([320, 320]);
    expect(file.includes('GPS')).toBe(false);
    expect(file.includes('EXIF')).toBe(false);
    expect(await colourAt(file, 0.1, 0.5)).toBe('red');
    expect(await colourAt(file, 0.9, 0.5)).toBe('blue');
  });

  it.each([
    [1, 'red', 'blue', 'x'],
    [2, 'blue', 'red', 'x'],
    [3, 'blue', 'red', 'x'],
    [4, 'red', 'blue', 'x'],
    [5, 'red', 'blue', 'y'],
    [6, 'red', 'blue', 'y'],
    [7, 'blue', 'red', 'y'],
    [8, 'blue', 'red', 'y'],
  ] as const)('is upright with Exif orientation %i', async (orientation, first, second, axis) => {
    const reader = await newReader();
    const { body } = await upload(reader, withExif(picture(400, 400).toBuffer('image/jpeg'), orientation));
    const { file } = await download(body.avatar);
    const at = (share: number) => (axis === 'x' ? colourAt(file, share, 0.5) : colourAt(file, 0.5, share));
    expect([await at(0.1), await at(0.9)]).toEqual([first, second]);
  });

  it('accepts PNG and WebP, and removes the previous image', async () => {
    const reader = await newReader();
    const first = await upload(reader, picture(50, 90).toBuffer('image/png'));
    const second = await upload(reader, picture(300, 300).toBuffer('image/webp'));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await download(first.body.avatar)).status).toBe(404);
    expect((await download(second.body.avatar)).status).toBe(200);
  });

  it.each<[string, () => Buffer, string]>([
    ['text', () => Buffer.from('<svg onload="alert(1)"/>'), 'the picture must be a JPEG, PNG or WebP file'],
    [
      'a GIF',
      () => Buffer.from('GIF89a0000000000000000000000000000000000'),
      'the picture must be a JPEG, PNG or WebP file',
    ],
    [
      'a truncated image',
      () => picture(400, 400).toBuffer('image/png').subarray(0, 60),
      'this picture can not be opened; choose another one',
    ],
    ['a decompression bomb', bomb, 'the picture has too many pixels'],
    ['an empty file', () => Buffer.alloc(0), 'This Field is Required'],
    ['more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), 'the picture may have at most 5 MB'],
  ])('rejects %s', async (_, make, text) => {
    const reader = await newReader();
    const { status, body } = await upload(reader, make());
    expect([status, body.avatar]).toEqual([400, [text]]);
    expect(
      (await client.call('user/status/', undefined, { headers: reader.headers })).body.avatar,
    ).toBeNull();
  });

  it('requires a file and a signed-in user', async () => {
    const reader = await newReader();
    const png = picture(10, 10).toBuffer('image/png');
    expect((await upload(reader, png, 'other')).body.avatar).toEqual(['This Field is Required']);
    expect((await upload(null, png)).status).toBe(401);
    expect((await download('/api/user/avatar/../../users/')).status).toBe(404);
    expect((await download('/api/user/avatar/00000000-0000-4000-8000-000000000000/')).status).toBe(404);
    expect((await download('/api/user/avatar/nonsense/')).status).toBe(400);
  });

  it('returns 429 after 20 uploads in an hour', async () => {
    const reader = await newReader();
    const text = Buffer.from('no picture');
    for (let index = 0; index < 20; index += 1) expect((await upload(reader, text)).status).toBe(400);
    expect((await upload(reader, text)).status).toBe(429);
  });
});

/** A PNG whose header claims 100,000 × 100,000 pixels. */
function bomb(): Buffer {
  const png = Buffer.from(picture(4, 4).toBuffer('image/png'));
  png.writeUInt32BE(100_000, 16);
  png.writeUInt32BE(100_000, 20);
  return png;
}

describe('mobile change', () => {
  const ask = (headers: Record<string, string>, mobile: string) =>
    client.call('user/mobile/verify/request/', { mobile }, { headers });

  it('is confirmed, then applied [ACC-PROFILE-13]', async () => {
    const { headers, mobile } = await newReader();
    const next = client.newMobile();
    const { body } = await ask(headers, next);
    const form = { mobile: next, code: await client.codeFor(next), request_id: String(body.request_id) };
    const confirmed = await client.call('user/mobile/verify/confirm/', form, { headers });
    expect(confirmed.body).toEqual({ success: true });
    const updated = await client.call('user/mobile/update/', form, { headers });
    expect(updated).toMatchObject({ status: 200, body: { mobile: next, username: next } });
    expect(await client.token(next)).toBeTruthy();
    expect((await client.call('user/check/username/', { username: mobile })).body.valid).toBe(false);
    expect((await client.call('user/mobile/update/', form, { headers })).status).toBe(400);
  });

  it('ends the other sessions', async () => {
    const { headers, mobile } = await newReader();
    const here = await client.token(mobile);
    const there = await client.token(mobile);
    const next = client.newMobile();
    const form = await formFor(headers, next);
    const own = await client.headersOf(here);
    expect((await client.call('user/mobile/update/', form, { headers: own })).status).toBe(200);
    expect(await client.resolve(here)).not.toBeNull();
    expect(await client.resolve(there)).toBeNull();
  });

  const messagesTo = async (mobile: string) => {
    const found = await rows('sms_outbox').find({ mobile }).toArray();
    return found.map(({ text }) => String(text));
  };
  /** Requests a code and returns the form of the update. */
  const formFor = async (headers: Record<string, string>, next: string) => {
    const { body } = await ask(headers, next);
    return { mobile: next, code: await client.codeFor(next), request_id: String(body.request_id) };
  };

  it('notifies the old number once, in the language of the account', async () => {
    const { headers, mobile } = await newReader();
    const next = client.newMobile();
    const form = await formFor(headers, next);
    expect(await messagesTo(mobile)).toEqual([]);
    await client.call('user/mobile/update/', { ...form, code: wrong(form.code) }, { headers });
    expect(await messagesTo(mobile)).toEqual([]);
    await client.call('user/mobile/update/', form, { headers });
    await client.call('user/mobile/update/', form, { headers });
    const notices = await messagesTo(mobile);
    expect(notices).toEqual([expect.stringMatching(/تغییر کرد/)]);
    expect(notices[0]).toContain(next.slice(-2));
    expect(notices[0]).not.toContain(next.slice(0, -2));
  });

  it('succeeds when the old number cannot be notified', async () => {
    const { headers } = await newReader();
    const next = client.newMobile();
    const form = await formFor(headers, next);
    const failing = jest
      .spyOn(auth.app.get(SmsSender), 'sendMobileChanged')
      .mockRejectedValue(new SmsError('unreachable'));
    const updated = await client.call('user/mobile/update/', form, { headers });
    expect([updated.status, updated.body.mobile, failing.mock.calls.length]).toEqual([200, next, 1]);
    failing.mockRestore();
  });

  describe('in an older session', () => {
    /** A reader whose session is a day old. */
    const oldReader = async () => {
      const reader = await newReader();
      await rows('sessions').updateMany({}, { $set: { createdAt: new Date(Date.now() - 86_400_000) } });
      return reader;
    };
    const requestCode = (headers: Record<string, string>, mobile: string, password?: string) =>
      client.call('user/mobile/verify/request/', { mobile, password }, { headers });

    it('requires the password for the code and again for the update', async () => {
      const { headers, id } = await oldReader();
      const next = client.newMobile();
      expect((await requestCode(headers, next)).body.password).toEqual(['Fields are required']);
      expect((await requestCode(headers, next, 'not-this-one')).body.password).toEqual([
        'the current password is not right',
      ]);
      expect(await messagesTo(next)).toEqual([]);
      const { body } = await requestCode(headers, next, PASSWORD);
      const form = { mobile: next, code: await client.codeFor(next), request_id: String(body.request_id) };
      for (const password of [undefined, 'not-this-one']) {
        const refused = await client.call('user/mobile/update/', { ...form, password }, { headers });
        expect(refused).toMatchObject({ status: 400, body: { password: [expect.any(String)] } });
      }
      expect(await rows('users').countDocuments({ mobile: next })).toBe(0);
      const updated = await client.call('user/mobile/update/', { ...form, password: PASSWORD }, { headers });
      expect(updated).toMatchObject({ status: 200, body: { id, mobile: next } });
    });

    it('does not reveal without the password whether a number is taken', async () => {
      const { headers } = await oldReader();
      const other = await newReader();
      expect((await requestCode(headers, other.mobile)).body).not.toHaveProperty('mobile');
    });

    it('is rejected after ten wrong passwords', async () => {
      const { headers } = await oldReader();
      const next = client.newMobile();
      for (let guess = 0; guess < 10; guess += 1) {
        expect((await requestCode(headers, next, `guess-${guess}`)).status).toBe(400);
      }
      expect((await requestCode(headers, next, PASSWORD)).status).toBe(429);
      expect(await messagesTo(next)).toEqual([]);
    });
  });

  it('rejects a wrong code and a number that is taken', async () => {
    const { headers } = await newReader();
    const other = await newReader();
    expect((await ask(headers, other.mobile)).body.mobile).toEqual([
      'there is an account with this mobile number already',
    ]);
    const next = client.newMobile();
    const { body } = await ask(headers, next);
    const code = await client.codeFor(next);
    const form = { mobile: next, code: wrong(code), request_id: String(body.request_id) };
    for (const path of ['user/mobile/verify/confirm/', 'user/mobile/update/']) {
      expect((await client.call(path, form, { headers })).body.code).toEqual(['wrong verification code']);
    }
    await client.createUser(next);
    const late = await client.call('user/mobile/update/', { ...form, code }, { headers });
    expect(late).toMatchObject({ status: 400, body: { mobile: [expect.any(String)] } });
  });

  it('accepts one of several concurrent updates', async () => {
    const { headers, id } = await newReader();
    const next = client.newMobile();
    const { body } = await ask(headers, next);
    const form = { mobile: next, code: await client.codeFor(next), request_id: String(body.request_id) };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.call('user/mobile/update/', form, { headers })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rows('users').countDocuments({ mobile: next })).toBe(1);
    expect((await rows('users').findOne({ mobile: next }))?._id.toHexString()).toBe(id);
  });

  it('sends an activation code to the own mobile and rejects other types', async () => {
    const { headers, mobile } = await newReader();
    const { body } = await client.call('user/activation/mobile/', {}, { headers });
    expect(body).toEqual({ status: 'success', request_id: expect.any(String) });
    expect(await client.codeFor(mobile)).toMatch(/^\d{6}$/);
    expect((await client.call('user/activation/mobile/', {}, { headers })).status).toBe(429);
    expect((await client.call('user/activation/email/', {}, { headers })).status).toBe(404);
  });

  it.each([
    'user/activation/mobile/',
    'user/mobile/verify/request/',
    'user/mobile/verify/confirm/',
    'user/mobile/update/',
  ])('%s requires a signed-in user', async (path) => {
    expect((await client.call(path, {})).status).toBe(401);
  });
});
