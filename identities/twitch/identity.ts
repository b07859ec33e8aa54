import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, text, url } from '#model/schema.ts';
import { defineIdentity } from '../port.ts';

export const twitch = defineIdentity({
  id: 'Twitch',
  title: 'Twitch',
  identityTypes: ['Twitch'],
  providers: [],
  settings: object({
    ClientId: text(100),
    ClientSecret: text(200),
    RedirectUrl: url,
    AuthUrl: Type.Optional({ ...url, description: 'Address of the service; only simulators change it' }),
  }),
  routes: {
    connect: route({
      method: 'POST',
      path: '/auth/twitch/connect',
      access: ['bound', 'whole'],
      summary: 'Connect a Twitch account to a game. Its tokens stay on the server.',
      body: object({ Game: GameName, Code: text(400) }),
      reply: object({ Success: Type.Boolean(), UserId: Type.Optional(text(64)) }),
      errors: ['ProofRefused', 'IdentityTaken', 'GameNotConnected', 'NotConfigured', 'Conflict'],
    }),
    refreshToken: route({
      method: 'POST',
      path: '/auth/twitch/refresh_token',
      access: allSessionKinds,
      summary: 'Renew the Twitch connection before it expires.',
      body: object({ Game: GameName }),
      reply: object({
        Success: Type.Boolean({ description: 'False: the connection has expired. Connect again' }),
      }),
      errors: ['GameNotConnected', 'NotConfigured', 'Conflict'],
    }),
  },
});
