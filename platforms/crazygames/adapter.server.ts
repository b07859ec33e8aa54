// CrazyGames: a player is proved by a token of the platform; money goes through the platform's own project at Xsolla.
import { serverHalf } from '../port.server.ts';
import { payments } from './payments.server.ts';
import { crazygames } from './platform.ts';
import { verify } from './verify.server.ts';

export const half = serverHalf(crazygames, { verify, payments, calls: {} });
