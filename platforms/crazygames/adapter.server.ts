// CrazyGames: logins by the platform's token, and payments through the platform's own Xsolla project.
import { defineServerAdapter } from '../port.server.ts';
import { setScore } from './leaderboard.server.ts';
import { xsollaPayments } from './payments.server.ts';
import { crazygames } from './platform.ts';
import { verify } from './verify.server.ts';

export const adapter = defineServerAdapter(crazygames, {
  verify,
  payments: xsollaPayments,
  calls: {},
  leaderboards: { setScore },
});
