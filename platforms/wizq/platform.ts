import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const wizq = platform({
  id: 'WizQ',
  title: 'WizQ',
  identityTypes: ['WizQ'],
  purchases: 'platform',
  login: { key: 'WizQ', block: object({ Token: text(4096) }) },
  paymentReply: { key: 'WizQ', block: object({ SecuredOrderId: text(400) }) },
  routes: {
    proxyRequest: route({
      method: 'POST',
      path: '/wizq/proxyRequestHandler/{Game}',
      access: ['anyone'],
      summary: 'Pass one of the allowed commands on to the platform.',
      params: object({ Game: GameName }),
      bodyType: 'form',
      body: object({ JsonData: text(4096) }),
      reply: object({ Token: Type.Optional(text(4096)) }),
    }),
  },
});
