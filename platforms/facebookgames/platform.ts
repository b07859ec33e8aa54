import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const facebookgames = platform({
  id: 'FacebookGames',
  title: 'Facebook Games',
  embeddedBy: ['https://apps.facebook.com', 'https://*.facebook.com'],
  identityTypes: ['Facebook'],
  headerUi: true,
  purchases: 'portal',
  login: { key: 'FacebookGames', block: object({ SignedRequest: text(8192) }) },
  // The script of the canvas, its dialogs and what it asks; the policy of this platform's pages alone allows them.
  reaches: {
    script: ['https://connect.facebook.net'],
    connect: ['https://*.facebook.com', 'https://*.facebook.net'],
    frame: ['https://*.facebook.com'],
    style: ["'unsafe-inline'"],
  },
  publicData: object({ AppId: Type.Optional(text(64)) }),
  routes: {
    authenticate: route({
      method: 'POST',
      path: '/auth/authenticate_from_facebook_games/{Game}',
      access: ['anyone'],
      summary: 'The launch post of a game on Facebook: hands the signed request to the player page.',
      params: object({ Game: GameName }),
      bodyType: 'form',
      body: object({ FbLocale: Type.Optional(text(20)), SignedRequest: text(8192) }),
      reply: text(200_000),
      replyType: 'text/html',
    }),
  },
});
