import { z } from 'zod';
import { SmsError, SmsSender, type CodeMessage, type MobileChangedMessage } from './sms-sender.js';

const ANSWER_MS = 5_000;
const OK = 200;
const Answer = z.object({ return: z.object({ status: z.number().int() }) });

export type KavenegarConfig = {
  KAVENEGAR_URL: string;
  KAVENEGAR_API_KEY: string;
  /** Name of the template that was approved for codes; `%token` in it is the code. */
  KAVENEGAR_TEMPLATE: string;
  /** Name of the template for an old mobile; `%token` in it is how the new one ends. */
  KAVENEGAR_NOTICE_TEMPLATE: string;
};

/** Messages through kavenegar.com: its `verify/lookup` goes past the queue of other messages and past blacklists. */
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
    if (status !== OK) throw new SmsError(`the provider answered ${status}`);
  }

  /** The provider's own status; the failure that is thrown does not carry the address, for the key is in it. */
  private async statusOf(url: URL, body: URLSearchParams): Promise<number> {
    let answer: Response;
    try {
      answer = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      throw new SmsError(`the provider could not be reached: ${reason}`);
    }
    const parsed = Answer.safeParse(await answer.json().catch(() => null));
    return parsed.success ? parsed.data.return.status : answer.status === OK ? 0 : answer.status;
  }
}
