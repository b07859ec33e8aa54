// FxId on phones: applications of the portal's own games, from six app stores. Who plays has signed in as on the portal, or brings a code
// of ours; what is bought is proved by the store.
import { defineServerAdapter } from '../port.server.ts';
import { payments } from './payments.server.ts';
import { fxnative } from './platform.ts';
import { validatePurchase } from './validate-purchase.server.ts';
import { readStatus } from './web-payments.server.ts';

export const adapter = defineServerAdapter(fxnative, {
  verify: async ({ LoginCode }) => ({ outcome: 'login-code', code: LoginCode }),
  payments,
  calls: { validatePurchase, status: readStatus },
});
