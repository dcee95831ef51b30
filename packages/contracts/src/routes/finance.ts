import {
  ActiveSubscriptionResponse,
  DocumentPurchaseRequest,
  DocumentPurchaseResponse,
  WalletBalanceResponse,
} from '../http/finance.js';
import { route } from './route.js';

export const walletBalanceRoute = /*#__PURE__*/ route({
  service: 'finance',
  method: 'GET',
  path: '/api/finance/wallet/balance/',
  summary: 'Get the wallet balance in Tomans',
  audience: 'user',
  response: WalletBalanceResponse,
});

export const activeSubscriptionRoute = /*#__PURE__*/ route({
  service: 'finance',
  method: 'GET',
  path: '/api/finance/subscription/active/',
  summary: 'Get the active subscription',
  audience: 'user',
  response: ActiveSubscriptionResponse,
});

export const purchaseDocumentRoute = /*#__PURE__*/ route({
  service: 'finance',
  method: 'POST',
  path: '/api/finance/document/purchase/',
  summary: 'Create the invoice for a document',
  audience: 'user',
  inPerson: true,
  form: DocumentPurchaseRequest,
  response: DocumentPurchaseResponse,
  isPlanned: true,
});
