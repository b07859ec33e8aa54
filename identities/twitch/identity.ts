import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { instant, object, text, url } from '#model/schema.ts';
import { defineIdentity } from '../port.ts';

const ClientId = text(100);
const Scopes = Type.Array(text(100, { minLength: 1, pattern: '^[a-z0-9:_]+$' }), {
  maxItems: 50,
  uniqueItems: true,
  description: 'What the game may do at Twitch, such as channel:read:redemptions; by default only openid',
});
const AuthUrl = { ...url, description: 'Address of the service; only simulators change it' };

export const twitch = defineIdentity({
  id: 'Twitch',
  title: 'Twitch',
  identityTypes: ['Twitch'],
  providers: [],
  settings: object({
    ClientId,
    ClientSecret: text(200),
    RedirectUrl: Type.Optional({
      ...url,
      description: "A page of the game that connects players itself; the portal's own page is /SignInReturn",
    }),
    Scopes: Type.Optional(Scopes),
    AuthUrl: Type.Optional(AuthUrl),
  }),
  connection: { options: object({ ClientId, Scopes: Type.Optional(Scopes), AuthUrl: Type.Optional(AuthUrl) }) },
  routes: {
    connect: route({
      method: 'POST',
      path: '/auth/twitch/connect',
      access: ['bound', 'whole'],
      summary: 'Connect a Twitch account to a game. Its tokens stay on the server.',
      body: object({
        Game: GameName,
        Code: text(400),
        RedirectUri: Type.Optional({
          ...url,
          description: 'The page to which Twitch sent the player: `RedirectUrl` of the settings, or /SignInReturn',
        }),
      }),
      reply: object({ Success: Type.Boolean(), UserId: Type.Optional(text(64)) }),
      errors: ['ProofRefused', 'IdentityTaken', 'GameNotConnected', 'NotConfigured', 'Conflict', 'ProviderUnavailable'],
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
      errors: ['GameNotConnected', 'NotConfigured', 'Conflict', 'ProviderUnavailable'],
    }),
    token: route({
      method: 'POST',
      path: '/auth/twitch/token',
      access: ['game'],
      summary:
        "A valid access token for a player's Twitch account. Requires the game's server key. The portal renews the token; ask again instead of keeping it.",
      body: object({ GameUid: text(128, { minLength: 1 }) }),
      reply: object({
        Connected: Type.Boolean({ description: 'False: the player has to connect, or to connect again' }),
        UserId: Type.Optional(text(64)),
        Login: Type.Optional(text(100)),
        AccessToken: Type.Optional(text(1000)),
        Scopes: Type.Optional(Type.Array(text(100))),
        ExpiresAt: Type.Optional(instant),
      }),
      errors: ['GameNotConnected', 'NotConfigured', 'Conflict', 'ProviderUnavailable'],
      perMinute: 600,
    }),
  },
});
