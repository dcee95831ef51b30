import { z } from 'zod';
import type { UiLanguage } from '../languages.js';

/** Plans of a subscription with their length in days (accounts-and-library.txt §9). */
export const PLANS = ['monthly', 'semi', 'yearly'] as const;
export const Plan = z.enum(PLANS);
export type Plan = z.infer<typeof Plan>;

const titles: Record<Plan, Record<UiLanguage, string>> = {
  monthly: { fa: 'یک‌ماهه', en: 'Monthly' },
  semi: { fa: 'شش‌ماهه', en: 'Six months' },
  yearly: { fa: 'یک‌ساله', en: 'Yearly' },
};

/** What a person reads for a plan. */
export const planTitle = (plan: Plan, language: UiLanguage): string => titles[plan][language];

export const SUBSCRIPTION_STATUSES = ['pending', 'active', 'canceled', 'expired', 'failed'] as const;
export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** `finance/wallet/balance/`: whole Tomans. */
export const WalletBalanceResponse = z.object({ status: z.literal('success'), balance: z.number().int() });
export type WalletBalanceResponse = z.infer<typeof WalletBalanceResponse>;

export const Subscription = z.object({
  plan: Plan,
  plan_display: z.string(),
  status: SubscriptionStatus,
  is_active: z.boolean(),
  expires_at: z.iso.datetime(),
  /** Begun days count as whole ones (C16). */
  remaining_days: z.number().int(),
});
export type Subscription = z.infer<typeof Subscription>;

/** `finance/subscription/active/`: the subscription that counts now, or null. */
export const ActiveSubscriptionResponse = z.object({
  status: z.literal('success'),
  subscription: Subscription.nullable(),
});
export type ActiveSubscriptionResponse = z.infer<typeof ActiveSubscriptionResponse>;

export const DocumentPurchaseRequest = z.strictObject({ document_key: z.string().min(1).max(40) });
/** `finance/document/purchase/`: the invoice to pay (C13). */
export const DocumentPurchaseResponse = z.object({ status: z.literal('success'), invoice_id: z.string() });
export type DocumentPurchaseResponse = z.infer<typeof DocumentPurchaseResponse>;
