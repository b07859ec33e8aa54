import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text } from '#model/schema.ts';
import { SimulatorFramingOriginSetting, GameUrlSetting, optionalSecretSetting } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';

const publicSettings = { GameUrl: GameUrlSetting, FrameOrigin: SimulatorFramingOriginSetting };

export const wizq = definePlatform({
  id: 'WizQ',
  title: 'WizQ',
  evidence: { level: 'assumed' },
  // Its pages' origins are unknown.
  embeddedBy: [],
  identityTypes: ['WizQ'],
  purchases: 'platform',
  login: { key: 'WizQ', block: object({ Token: text(4096) }) },
  settings: object({
    ...publicSettings,
    TestKey: optionalSecretSetting(
      200,
      'Key for simulated signatures; only for simulators. Absent: nobody can sign in and nothing is sold',
    ),
  }),
  publicData: object(publicSettings),
  capabilities: ['purchases'],
  paymentReply: { key: 'WizQ', block: object({ SecuredOrderId: text(400) }) },
  routes: {
    proxyRequest: route({
      method: 'POST',
      path: '/wizq/proxyRequestHandler/{Game}',
      access: ['anyone'],
      summary: 'Answer an allowed command: getUserId, with a one-time sign-in token.',
      params: object({ Game: GameName }),
      bodyType: 'form',
      // Clients use either name.
      body: object({ json: Type.Optional(text(4096)), JsonData: Type.Optional(text(4096)) }),
      errors: ['UnknownGame', 'NotConfigured', 'ProofRefused'],
      reply: object({ Token: text(4096) }),
    }),
  },
});
