import { z } from 'zod';
import { compact, LoginRequest } from './auth.js';

/** Digits of a code from an authenticator (RFC 6238). */
export const TOTP_LENGTH = 6;
/** Codes for a lost authenticator, each good for one sign-in. */
export const RECOVERY_CODES = 10;
/** Letters of a recovery code, base32. */
export const RECOVERY_CODE_LENGTH = 10;

const Password = z.string('PASSWORD_REQUIRED').min(1, 'PASSWORD_REQUIRED').max(128);

/** A code from an authenticator, also with Persian digits and spaces. */
export const TotpCode = z
  .string()
  .min(1, 'REQUIRED')
  .max(60, 'CODE_WRONG')
  .transform(compact)
  .pipe(z.string().regex(new RegExp(`^\\d{${TOTP_LENGTH}}$`), 'CODE_WRONG'));

/** A code from an authenticator, or a recovery code, whose dash and case make no difference. */
export const SecondFactorCode = z
  .string()
  .min(1, 'REQUIRED')
  .max(60, 'CODE_WRONG')
  .transform((text) => compact(text).replaceAll('-', '').toUpperCase())
  .pipe(
    z.string().regex(new RegExp(`^(\\d{${TOTP_LENGTH}}|[A-Z2-7]{${RECOVERY_CODE_LENGTH}})$`), 'CODE_WRONG'),
  );

/** `user/second-factor/` of the caller. */
export const SecondFactorResponse = z.object({
  status: z.literal('success'),
  is_on: z.boolean(),
  /** Without it the account can do nothing else. */
  is_required: z.boolean(),
  recovery_codes_left: z.number().int(),
});
export type SecondFactorResponse = z.infer<typeof SecondFactorResponse>;

export const EnrolSecondFactorRequest = z.strictObject({ password: Password });
/** The secret to enter into an authenticator: in base32, and as an `otpauth://` address. */
export const EnrolSecondFactorResponse = z.object({
  status: z.literal('success'),
  secret: z.string(),
  uri: z.string(),
});
export type EnrolSecondFactorResponse = z.infer<typeof EnrolSecondFactorResponse>;

export const ConfirmSecondFactorRequest = z.strictObject({ code: TotpCode });
/** The recovery codes are shown this once. All sessions end; `token` is that of a new one. */
export const ConfirmSecondFactorResponse = z.object({
  status: z.literal('success'),
  recovery_codes: z.array(z.string()),
  token: z.string(),
});
export type ConfirmSecondFactorResponse = z.infer<typeof ConfirmSecondFactorResponse>;

export const DisableSecondFactorRequest = z.strictObject({ password: Password, code: SecondFactorCode });

/** `user/login/second-factor/`: a sign-in that was refused for want of a code, again with the code. */
export const SecondFactorLoginRequest = LoginRequest.extend({ code: SecondFactorCode });
export type SecondFactorLoginRequest = z.infer<typeof SecondFactorLoginRequest>;
