import { listSmsMessagesRoute, smsMessagesPageRoute } from '@hamkhan/contracts/routes/sms-outbox';
import { Endpoint } from '@hamkhan/platform/http/endpoint';
import { Controller, Header } from '@nestjs/common';
import { SmsOutboxRepository, type SmsMessage } from './sms-outbox.repository.js';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark);

const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="5"><title>Messages not sent</title>`;

/**
 * Lists the messages of the provider `console`, for developers and tests. The route does not exist with another provider, and
 * the gateway does not expose it.
 */
@Controller()
export class SmsOutboxController {
  constructor(private readonly outbox: SmsOutboxRepository) {}

  @Endpoint(listSmsMessagesRoute)
  async list(): Promise<{ messages: SmsMessage[] }> {
    return { messages: await this.outbox.newest() };
  }

  @Endpoint(smsMessagesPageRoute)
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', "default-src 'none'")
  @Header('cache-control', 'no-store')
  async page(): Promise<string> {
    const messages = await this.outbox.newest();
    const rows = messages.map(
      ({ mobile, text, at }) =>
        `<tr><td>${at.toISOString()}</td><td>${escape(mobile)}</td><td dir="auto">${escape(text)}</td></tr>`,
    );
    const table = `<table border="1" cellpadding="6"><tr><th>Time</th><th>Mobile</th><th>Text</th></tr>${rows.join('')}</table>`;
    return `${HEAD}<h1>Messages not sent</h1>${rows.length > 0 ? table : '<p>No messages yet. Codes appear here when a user requests one.</p>'}`;
  }
}
