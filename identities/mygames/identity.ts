import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text, url } from '#model/schema.ts';
import { defineIdentity } from '../port.ts';

export const mygames = defineIdentity({
  id: 'MyGames',
  title: 'MY.GAMES',
  identityTypes: ['MyGames'],
  providers: [],
  settings: object({
    ClientId: text(100),
    ClientSecret: text(200),
    RedirectUrl: url,
    AuthUrl: Type.Optional({ ...url, description: 'Address of the service; only simulators change it' }),
  }),
  login: { key: 'MyGamesLogin', block: object({ Code: text(2000) }) },
  routes: {
    info: route({
      method: 'POST',
      path: '/auth/oauth/mygames/info',
      access: ['anyone'],
      summary: 'The player behind a MY.GAMES account, and whether it can be transferred.',
      body: object({ Game: GameName, Code: text(2000) }),
      reply: object({ Id: text(128), Name: Type.Optional(text(80)), TransferToken: Type.Optional(text(200)) }),
      errors: ['ProofRefused', 'NotConfigured', 'UnknownGame'],
    }),
    transfer: route({
      method: 'POST',
      path: '/auth/oauth/mygames/transfer',
      access: ['fresh'],
      summary: "Transfer a MY.GAMES account's progress to the signed-in account.",
      body: object({ Game: GameName, TransferToken: text(200) }),
      reply: object({ Success: Type.Boolean() }),
      errors: ['TokenExpiredOrUsed', 'NotConfigured'],
    }),
  },
});
