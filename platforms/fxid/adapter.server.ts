// Our own platform verifies no logins: its players signed in before. It accepts only a one-time code that a session of
// the player issued.
import { defineServerAdapter } from '../port.server.ts';
import { fxid } from './platform.ts';

export const adapter = defineServerAdapter(fxid, {
  verify: async ({ LoginCode }) => ({ outcome: 'login-code', code: LoginCode }),
  calls: {},
});
