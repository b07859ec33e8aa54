// FxId on phones: apps of the portal's own games, from six app stores, which prove the purchases.
import { defineServerAdapter } from '../port.server.ts';
import { storePayments } from './payments.server.ts';
import { fxnative } from './platform.ts';
import { validatePurchase } from './validate-purchase.server.ts';
import { getWebPaymentsStatus } from './web-payments.server.ts';

export const adapter = defineServerAdapter(fxnative, {
  verify: async ({ LoginCode }) => ({ outcome: 'login-code', code: LoginCode }),
  payments: storePayments,
  calls: { validatePurchase, status: getWebPaymentsStatus },
});
