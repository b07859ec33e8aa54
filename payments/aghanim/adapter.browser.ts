// Aghanim's checkout page in a tab of its own: it may not be framed, and says nothing to whoever has opened it. Whether the buyer has paid
// is what the server knows, which is asked every second.
import type { BrowserAdapterOf } from '../port.browser.ts';
import type { aghanim } from './provider.ts';

export const adapter = {
  redirectUrl: (block) => block.CheckoutUrl,
  tabWatch: {
    everyMs: 1000,
    forMs: 180_000,
    ask: async (calls, PublicOrderId) => (await calls.status({ PublicOrderId })).Status,
  },
} satisfies BrowserAdapterOf<typeof aghanim>;
