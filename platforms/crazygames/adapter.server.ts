// CrazyGames: a player is proved by a token of the platform; money goes through the platform's own project at Xsolla.
import { defineServerAdapter } from '../port.server.ts';
import { payments } from './payments.server.ts';
import { crazygames } from './platform.ts';
import { verify } from './verify.server.ts';

export const adapter = defineServerAdapter(crazygames, { verify, payments, calls: {} });
