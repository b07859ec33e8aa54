// Our own platform proves nobody by itself: who plays on it has signed in before, in the modal or elsewhere. What it takes is a code
// that was handed to this very person by a session of his, and that works once.
import { defineServerAdapter } from '../port.server.ts';
import { fxid } from './platform.ts';

export const adapter = defineServerAdapter(fxid, {
  verify: async ({ LoginCode }) => ({ outcome: 'login-code', code: LoginCode }),
  calls: {},
});
