// Logins by tickets or Steam's sign-in page, and purchases that the buyer approves at Steam and that we then finalise.
// Steam sends no webhooks: its records are read.
import { buildRefusal } from '#kit/build-refusal.ts';
import { defineServerAdapter } from '../port.server.ts';
import { handleFriends, handleSignIn, handleWallet } from './calls.server.ts';
import { steamPayments } from './payments.server.ts';
import { steam } from './platform.ts';
import { setScore, unlock } from './results.server.ts';
import { verify } from './verify.server.ts';

export const adapter = defineServerAdapter(steam, {
  verify,
  payments: {
    ...steamPayments,
    parseWebhook: async () => buildRefusal('Steam sends no webhooks: its records are read.'),
    buildWebhookReply: () => ({ status: 403 }),
  },
  calls: { signIn: handleSignIn, wallet: handleWallet, friends: handleFriends },
  leaderboards: { setScore },
  achievements: { unlock },
});
