import { IDENTITY_HEADER, type Identity } from '@hamkhan/contracts/identity';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import type { TestService } from '@hamkhan/testing/service-harness';
import { TEST_IDENTITY_SECRET } from '@hamkhan/testing/test-stack';
import request from 'supertest';
import { PasswordHasher } from '../../src/features/password-hashing/password-hasher.service.js';
import { UsersService } from '../../src/features/users/users.service.js';

export type ApiResponse = {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, string>;
  /** The Set-Cookie lines. */
  cookies: string[];
};
export type CallOptions = {
  headers?: Record<string, string>;
  ip?: string;
  service?: TestService;
  language?: 'fa' | 'en';
};
type Fields = Record<string, string | Buffer | undefined>;

export const PASSWORD = 'correct-horse-9';
const tokens = new IdentityToken(TEST_IDENTITY_SECRET);

/** Calls auth like the gateway does: with client address, signed identity and cookies. */
export class AuthClient {
  private nextMobile = 0;
  private nextAddress = 0;

  constructor(
    private readonly auth: TestService,
    private readonly mobilePrefix: string,
  ) {}

  /** Sends a multipart POST with the fields, or a GET without fields. */
  async call(path: string, fields?: Fields, options: CallOptions = {}): Promise<ApiResponse> {
    const client = request((options.service ?? this.auth).url);
    const call = fields ? client.post(`/api/${path}`) : client.get(`/api/${path}`);
    call.set({
      'accept-language': options.language ?? 'en',
      'x-forwarded-for': options.ip ?? this.newAddress(),
      ...options.headers,
    });
    for (const [name, value] of Object.entries(fields ?? {})) {
      if (Buffer.isBuffer(value)) call.attach(name, value, 'file');
      else if (value !== undefined) call.field(name, value);
    }
    const { status, headers, body } = (await call) as {
      status: number;
      headers: Record<string, string>;
      body: ApiResponse['body'];
    };
    return { status, body, headers, cookies: [headers['set-cookie'] ?? []].flat() };
  }

  /** An address that no rate limit has counted yet. */
  newAddress(): string {
    this.nextAddress += 1;
    return `198.51.${Math.floor(this.nextAddress / 250)}.${(this.nextAddress % 250) + 1}`;
  }

  /** An unused mobile number. */
  newMobile(): string {
    this.nextMobile += 1;
    return `${this.mobilePrefix}${String(this.nextMobile).padStart(4, '0')}`;
  }

  /** Creates a user with `PASSWORD` and returns the id. */
  async createUser(username: string): Promise<string> {
    const { app } = this.auth;
    const passwordHash = await app.get(PasswordHasher).hash(PASSWORD);
    const account = {
      username,
      passwordHash,
      language: 'fa',
      firstName: 'سارا',
      lastName: 'نمونه',
    } as const;
    return (await app.get(UsersService).create(account)).id;
  }

  async token(username: string, password = PASSWORD, options: CallOptions = {}): Promise<string> {
    const { status, body } = await this.call('user/login/', { username, password }, options);
    if (status !== 200) throw new Error(`login returned ${status}: ${JSON.stringify(body)}`);
    return String(body.token);
  }

  /** Signs in and returns the headers of the session. */
  async signIn(username: string, password = PASSWORD): Promise<Record<string, string>> {
    return this.headersOf(await this.token(username, password));
  }

  async headersOf(token: string): Promise<Record<string, string>> {
    const identity = await this.resolve(token);
    if (!identity) throw new Error('the token is invalid');
    return { [IDENTITY_HEADER]: tokens.sign(identity) };
  }

  async resolve(token: string, service: TestService = this.auth): Promise<Identity | null> {
    const response = await request(service.url)
      .post('/internal/sessions/resolve')
      .send({ token })
      .expect(200);
    return (response.body as { identity: Identity | null }).identity;
  }

  /** The newest code sent to a mobile number. */
  async codeFor(mobile: string): Promise<string> {
    const response = await request(this.auth.url).get('/internal/sms/messages');
    const { messages } = response.body as { messages: { mobile: string; text: string }[] };
    const text = messages.find((message) => message.mobile === mobile)?.text;
    const code = /\d{6}/.exec(text ?? '')?.[0];
    if (!code) throw new Error(`no code was sent to ${mobile}`);
    return code;
  }
}

/** A different code. */
export const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
