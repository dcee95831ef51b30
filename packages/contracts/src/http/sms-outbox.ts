import { z } from 'zod';

/** `internal/sms/messages`: the newest first. */
export const SmsMessagesResponse = z.object({
  messages: z.array(z.object({ mobile: z.string(), text: z.string(), at: z.coerce.date() })),
});
export type SmsMessagesResponse = z.infer<typeof SmsMessagesResponse>;
