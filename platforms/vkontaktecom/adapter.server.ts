// VK, as the server sees it: who plays, by the address that VK signed, and votes, by VK's own notices. What the buyer's browser
// says about a purchase proves nothing.
import type { PaymentCreation, PaymentToCreate } from '#model/payment-verbs.server.ts';
import { serverHalf } from '../port.server.ts';
import { answerOf, hearVotes } from './hear-votes.server.ts';
import { vkontaktecom } from './platform.ts';
import { readVotes, refundVotes } from './read-votes.server.ts';
import { verifyLaunch, verifySession } from './verify-launch.server.ts';
import { votes } from './vote-facts.server.ts';

export const half = serverHalf(vkontaktecom, {
  verify: async ({ QueryString }, host) => verifyLaunch(QueryString, host),
  payments: {
    needsEmail: () => false,
    create: createPayment,
    read: readVotes,
    refund: refundVotes,
    refundsWholeOnly: { remedy: 'VK takes back whole orders only.' },
    readWebhook: hearVotes,
    answerWebhook: answerOf,
  },
  calls: {
    authenticateFromOpenApi: async ({ VkSessionUser }, host, tools) => {
      const { Token, AccountId } = await tools.signIn(verifySession(VkSessionUser, host));
      return { Token, AccountId };
    },
  },
});

/** There is nothing to open at VK: the order box names the order, and VK asks us for it. */
async function createPayment({ amountMinor, currency }: PaymentToCreate): Promise<PaymentCreation<undefined>> {
  if (currency !== votes || amountMinor < 1)
    return { outcome: 'refused', reason: `VK sells for votes (${votes}) only, and for one at least.` };
  return { outcome: 'created', reply: undefined };
}
