// Our desktop launcher. Installable builds belong to the core (`server/features/release-channels`).
import { defineServerAdapter } from '../port.server.ts';
import { fxlauncher } from './platform.ts';

export const adapter = defineServerAdapter(fxlauncher, {
  verify: async ({ LoginCode }) => ({ outcome: 'login-code', code: LoginCode }),
  calls: {},
});
