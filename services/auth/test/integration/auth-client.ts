import { IDENTITY_HEADER, type Identity } from '@hamkhan/contracts/identity';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import type { TestService } from '@hamkhan/testing/service-harness';
import { TEST_IDENTITY_SECRET } from '@hamkhan/testing/test-stack';
import { PasswordsService } from '../../src/features/passwords/passwords.service.js';
import { UsersService } from '../../src/features/users/users.service.js';

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };
export type CallOptions = {
  headers?: Record<string, string>;
  ip?: string;
  service?: TestService;
  language?: 'fa' | 'en';
};
type Fields = Record<string, string | Blob | undefined>;

export const PASSWORD = 'correct-horse-9';
const tokens = new IdentityToken(TEST_IDENTITY_SECRET);

/** What the gateway does before and after auth, without the gateway: addresses, identities, cookies. */
export class AuthClient {
  private nextMobile = 0;
  private nextAddress = 0;

  constructor(
    private readonly auth: TestService,
    private readonly mobilePrefix: string,
  ) {}

  /** A post where there are fields, a get where there are none. */
  async call(path: string, fields?: Fields, options: CallOptions = {}): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields ?? {}))
      if (value !== undefined) form.append(name, value);
    const response = await fetch(`${(options.service ?? this.auth).url}/api/${path}`, {
      method: fields ? 'POST' : 'GET',
      headers: {
        'accept-language': options.language ?? 'en',
        'x-forwarded-for': options.ip ?? this.newAddress(),
        ...options.headers,
      },
      ...(fields && Object.keys(fields).length > 0 ? { body: form } : {}),
    });
    const isJson = response.headers.get('content-type')?.includes('json');
    const body = isJson ? ((await response.json()) as Answer['body']) : {};
    return { status: response.status, body, headers: response.headers };
  }

  /** An address no limit has counted yet. */
  newAddress(): string {
    this.nextAddress += 1;
    return `198.51.${Math.floor(this.nextAddress / 250)}.${(this.nextAddress % 250) + 1}`;
  }

  /** A mobile nobody has. */
  newMobile(): string {
    this.nextMobile += 1;
    return `${this.mobilePrefix}${String(this.nextMobile).padStart(4, '0')}`;
  }

  /** A user with `PASSWORD`; their id. */
  async createUser(mobile: string): Promise<string> {
    const { app } = this.auth;
    const passwordHash = await app.get(PasswordsService).hash(PASSWORD);
    const account = {
      username: mobile,
      passwordHash,
      language: 'fa',
      firstName: 'سارا',
      lastName: 'نمونه',
    } as const;
    return (await app.get(UsersService).create(account)).id;
  }

  async token(username: string, password = PASSWORD): Promise<string> {
    const { status, body } = await this.call('user/login/', { username, password });
    if (status !== 200) throw new Error(`login answered ${status}: ${JSON.stringify(body)}`);
    return String(body.token);
  }

  /** Signs in and answers the headers of the session. */
  async signIn(username: string, password = PASSWORD): Promise<Record<string, string>> {
    return this.headersOf(await this.token(username, password));
  }

  async headersOf(token: string): Promise<Record<string, string>> {
    const identity = await this.resolve(token);
    if (!identity) throw new Error('the token is nobody’s');
    return { [IDENTITY_HEADER]: tokens.sign(identity) };
  }

  async resolve(token: string, service: TestService = this.auth): Promise<Identity | null> {
    const response = await fetch(`${service.url}/internal/sessions/resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    return ((await response.json()) as { identity: Identity | null }).identity;
  }

  /** The newest code that went to a mobile. */
  async codeFor(mobile: string): Promise<string> {
    const response = await fetch(`${this.auth.url}/internal/sms/messages`);
    const { messages } = (await response.json()) as { messages: { mobile: string; text: string }[] };
    const text = messages.find((message) => message.mobile === mobile)?.text;
    const code = /\d{6}/.exec(text ?? '')?.[0];
    if (!code) throw new Error(`no code went to ${mobile}`);
    return code;
  }
}

/** Another six digits. */
export const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
