import { z } from 'zod';
import { SmsError, SmsSender, type CodeMessage, type MobileChangedMessage } from './sms-sender.js';

const TIMEOUT_MS = 5_000;
const OK = 200;
const ProviderResponse = z.object({ return: z.object({ status: z.number().int() }) });

export type KavenegarConfig = {
  KAVENEGAR_URL: string;
  KAVENEGAR_API_KEY: string;
  /** Name of the approved template for codes; `%token` in it is the code. */
  KAVENEGAR_TEMPLATE: string;
  /** Name of the approved template for the old mobile number; `%token` in it is the end of the new number. */
  KAVENEGAR_NOTICE_TEMPLATE: string;
};

/** Sends messages through kavenegar.com. Its `verify/lookup` has priority and ignores recipients' blocklists. */
export class KavenegarSmsSender extends SmsSender {
  constructor(private readonly config: KavenegarConfig) {
    super();
  }

  sendCode({ mobile, code }: CodeMessage): Promise<void> {
    return this.send(mobile, this.config.KAVENEGAR_TEMPLATE, code);
  }

  sendMobileChanged({ mobile, ending }: MobileChangedMessage): Promise<void> {
    return this.send(mobile, this.config.KAVENEGAR_NOTICE_TEMPLATE, ending);
  }

  private async send(receptor: string, template: string, token: string): Promise<void> {
    const { KAVENEGAR_URL, KAVENEGAR_API_KEY } = this.config;
    const key = encodeURIComponent(KAVENEGAR_API_KEY);
    const status = await this.statusOf(
      new URL(`/v1/${key}/verify/lookup.json`, KAVENEGAR_URL),
      new URLSearchParams({ receptor, token, template }),
    );
    if (status !== OK) throw new SmsError(`the SMS provider returned status ${status}`);
  }

  /** The status in the response body. Errors do not contain the URL, because the API key is part of it. */
  private async statusOf(url: URL, body: URLSearchParams): Promise<number> {
    let response: Response;
    try {
      response = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      throw new SmsError(`the SMS provider is unreachable: ${reason}`);
    }
    const parsed = ProviderResponse.safeParse(await response.json().catch(() => null));
    return parsed.success ? parsed.data.return.status : response.status === OK ? 0 : response.status;
  }
}
