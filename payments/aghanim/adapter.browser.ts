// Opens Aghanim's checkout page in a new tab, because it may not be framed. The page sends no messages to its opener,
// so the portal polls for the payment's status.
import type { BrowserAdapterOf } from '../port.browser.ts';
import type { aghanim } from './provider.ts';

export const adapter = {
  redirectUrl: (block) => block.CheckoutUrl,
  tabWatch: {
    everyMs: 1000,
    forMs: 180_000,
    fetchStatus: async (calls, PublicOrderId) => (await calls.status({ PublicOrderId })).Status,
  },
} satisfies BrowserAdapterOf<typeof aghanim>;
