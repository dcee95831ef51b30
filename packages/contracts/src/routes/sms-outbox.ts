import { SmsMessagesResponse } from '../http/sms-outbox.js';
import { route } from './route.js';

/** The messages that the SMS provider `console` does not send, for developers and tests. */
export const listSmsMessagesRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/internal/sms/messages',
  summary: 'List the messages that were not sent',
  audience: 'internal',
  response: SmsMessagesResponse,
  isOptional: true,
});

export const smsMessagesPageRoute = /*#__PURE__*/ route({
  service: 'auth',
  method: 'GET',
  path: '/internal/sms/',
  summary: 'Show the messages that were not sent',
  audience: 'internal',
  response: { mediaTypes: ['text/html'] },
  isOptional: true,
});
