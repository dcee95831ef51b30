import { createCanvas, loadImage } from '@napi-rs/canvas';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
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

  it('[ACC-PROFILE-08] [ACC-PROFILE-09] shows and takes names and language, and tells the others', async () => {
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
    const told = await rows('outbox').findOne({ type: 'auth.user.changed', key: id });
    expect(JSON.parse(String(told?.payload))).toMatchObject({
      aggregateVersion: 2,
      data: { userId: id, fullName: 'علی رضایی‌فر', language: 'en' },
    });
  });

  it('[ACC-PROFILE-14] [ACC-PROFILE-15] is part of what the user status shows', async () => {
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

  it('names what is wrong by field, and needs a signed-in user', async () => {
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

  it('changes nothing that is not named in it', async () => {
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

/** A picture with its left half red, its right half blue, and a bright upper left corner. */
function picture(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = '#0000ff';
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas;
}

/** Puts an Exif segment with an orientation and a place into a JPEG. */
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

/** Whether the colour at a place (shares of the width and height) is red or blue. */
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
    client.call(
      'user/upload-avatar/',
      { [field]: new Blob([new Uint8Array(file)]) },
      { headers: reader?.headers },
    );
  const download = async (address: unknown) => {
    const response = await fetch(`${auth.url}${String(address)}`);
    return {
      status: response.status,
      headers: response.headers,
      file: Buffer.from(await response.arrayBuffer()),
    };
  };

  it('[ACC-PROFILE-11] is painted anew and shown to who has its address', async () => {
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
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toContain('immutable');
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
  ] as const)('stands upright with Exif orientation %i', async (orientation, first, second, axis) => {
    const reader = await newReader();
    const { body } = await upload(reader, withExif(picture(400, 400).toBuffer('image/jpeg'), orientation));
    const { file } = await download(body.avatar);
    const at = (share: number) => (axis === 'x' ? colourAt(file, share, 0.5) : colourAt(file, 0.5, share));
    expect([await at(0.1), await at(0.9)]).toEqual([first, second]);
  });

  it('takes PNG and WebP, replaces the picture before, and leaves one object', async () => {
    const reader = await newReader();
    const first = await upload(reader, picture(50, 90).toBuffer('image/png'));
    const second = await upload(reader, picture(300, 300).toBuffer('image/webp'));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await download(first.body.avatar)).status).toBe(404);
    expect((await download(second.body.avatar)).status).toBe(200);
  });

  it.each<[string, () => Buffer, string]>([
    ['a text', () => Buffer.from('<svg onload="alert(1)"/>'), 'the picture must be a JPEG, PNG or WebP file'],
    [
      'a GIF',
      () => Buffer.from('GIF89a0000000000000000000000000000000000'),
      'the picture must be a JPEG, PNG or WebP file',
    ],
    [
      'the beginning of a picture',
      () => picture(400, 400).toBuffer('image/png').subarray(0, 60),
      'this picture can not be opened; choose another one',
    ],
    ['a picture that unpacks into gigabytes', bomb, 'the picture has too many pixels'],
    ['nothing', () => Buffer.alloc(0), 'This Field is Required'],
    ['more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), 'the picture may have at most 5 MB'],
  ])('refuses %s', async (_, make, text) => {
    const reader = await newReader();
    const { status, body } = await upload(reader, make());
    expect([status, body.avatar]).toEqual([400, [text]]);
    expect(
      (await client.call('user/status/', undefined, { headers: reader.headers })).body.avatar,
    ).toBeNull();
  });

  it('asks for the file where the form has none, and for a signed-in user', async () => {
    const reader = await newReader();
    const png = picture(10, 10).toBuffer('image/png');
    expect((await upload(reader, png, 'other')).body.avatar).toEqual(['This Field is Required']);
    expect((await upload(null, png)).status).toBe(401);
    expect((await download('/api/user/avatar/../../users/')).status).toBe(404);
    expect((await download('/api/user/avatar/00000000-0000-4000-8000-000000000000/')).status).toBe(404);
    expect((await download('/api/user/avatar/nonsense/')).status).toBe(400);
  });

  it('answers 429 after 20 in an hour', async () => {
    const reader = await newReader();
    const text = Buffer.from('no picture');
    for (let index = 0; index < 20; index += 1) expect((await upload(reader, text)).status).toBe(400);
    expect((await upload(reader, text)).status).toBe(429);
  });
});

/** A PNG header that promises 100,000 × 100,000 pixels. */
function bomb(): Buffer {
  const png = Buffer.from(picture(4, 4).toBuffer('image/png'));
  png.writeUInt32BE(100_000, 16);
  png.writeUInt32BE(100_000, 20);
  return png;
}

describe('another mobile', () => {
  const ask = (headers: Record<string, string>, mobile: string) =>
    client.call('user/mobile/verify/request/', { mobile }, { headers });

  it('[ACC-PROFILE-13] is confirmed, then the account’s', async () => {
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

  const messagesTo = async (mobile: string) => {
    const found = await rows('sms_outbox').find({ mobile }).toArray();
    return found.map(({ text }) => String(text));
  };
  /** The form with which the account takes another mobile. */
  const formFor = async (headers: Record<string, string>, next: string) => {
    const { body } = await ask(headers, next);
    return { mobile: next, code: await client.codeFor(next), request_id: String(body.request_id) };
  };

  it('tells the old one how the new one ends, once, in the language of the account', async () => {
    const { headers, mobile } = await newReader();
    const next = client.newMobile();
    const form = await formFor(headers, next);
    expect(await messagesTo(mobile)).toEqual([]);
    await client.call('user/mobile/update/', { ...form, code: wrong(form.code) }, { headers });
    expect(await messagesTo(mobile)).toEqual([]);
    await client.call('user/mobile/update/', form, { headers });
    await client.call('user/mobile/update/', form, { headers });
    const told = await messagesTo(mobile);
    expect(told).toEqual([expect.stringMatching(/تغییر کرد/)]);
    expect(told[0]).toContain(next.slice(-2));
    expect(told[0]).not.toContain(next.slice(0, -2));
  });

  it('is the account’s also where the old one could not be told', async () => {
    const { headers } = await newReader();
    const next = client.newMobile();
    const form = await formFor(headers, next);
    const away = jest
      .spyOn(auth.app.get(SmsSender), 'sendMobileChanged')
      .mockRejectedValue(new SmsError('the provider is away'));
    const updated = await client.call('user/mobile/update/', form, { headers });
    expect([updated.status, updated.body.mobile, away.mock.calls.length]).toEqual([200, next, 1]);
    away.mockRestore();
  });

  describe('asked for some time after signing in', () => {
    /** A reader whose session is a day old. */
    const oldReader = async () => {
      const reader = await newReader();
      await rows('sessions').updateMany({}, { $set: { createdAt: new Date(Date.now() - 86_400_000) } });
      return reader;
    };
    const request = (headers: Record<string, string>, mobile: string, password?: string) =>
      client.call('user/mobile/verify/request/', { mobile, password }, { headers });

    it('needs the password before a code is sent, and again before it is the account’s', async () => {
      const { headers, id } = await oldReader();
      const next = client.newMobile();
      expect((await request(headers, next)).body.password).toEqual(['Fields are required']);
      expect((await request(headers, next, 'not-this-one')).body.password).toEqual([
        'the current password is not right',
      ]);
      expect(await messagesTo(next)).toEqual([]);
      const { body } = await request(headers, next, PASSWORD);
      const form = { mobile: next, code: await client.codeFor(next), request_id: String(body.request_id) };
      for (const password of [undefined, 'not-this-one']) {
        const refused = await client.call('user/mobile/update/', { ...form, password }, { headers });
        expect(refused).toMatchObject({ status: 400, body: { password: [expect.any(String)] } });
      }
      expect(await rows('users').countDocuments({ mobile: next })).toBe(0);
      const updated = await client.call('user/mobile/update/', { ...form, password: PASSWORD }, { headers });
      expect(updated).toMatchObject({ status: 200, body: { id, mobile: next } });
    });

    it('says whose a mobile is to nobody without it', async () => {
      const { headers } = await oldReader();
      const other = await newReader();
      expect((await request(headers, other.mobile)).body).not.toHaveProperty('mobile');
    });

    it('takes no more than ten wrong ones', async () => {
      const { headers } = await oldReader();
      const next = client.newMobile();
      for (let guess = 0; guess < 10; guess += 1) {
        expect((await request(headers, next, `guess-${guess}`)).status).toBe(400);
      }
      expect((await request(headers, next, PASSWORD)).status).toBe(429);
      expect(await messagesTo(next)).toEqual([]);
    });
  });

  it('is refused with a wrong code, and where it is someone’s', async () => {
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

  it('goes to one account, however many ask for it at once', async () => {
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

  it('has its code sent to the own mobile by activation, and knows no other type', async () => {
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
  ])('%s needs a signed-in user', async (path) => {
    expect((await client.call(path, {})).status).toBe(401);
  });
});
