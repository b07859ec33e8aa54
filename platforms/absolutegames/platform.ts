import { Type } from 'typebox';
import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const absolutegames = platform({
  id: 'AbsoluteGames',
  title: 'Absolute Games',
  embeddedBy: ['https://ag.ru', 'https://*.ag.ru'],
  identityTypes: ['AbsoluteGames', 'AbsoluteGamesGuest'],
  purchases: 'platform',
  login: { key: 'AbsoluteGames', block: object({ QueryString: text(4096), UserAuth: Type.Optional(text(4096)) }) },
  paymentRequest: {
    key: 'AbsoluteGames',
    block: object({
      AppId: text(64),
      AuthKey: text(200),
      Debug: Type.Optional(text(10)),
      GameSid: text(200),
      PlayerId: text(64),
      Guest: text(10),
      Invite: Type.Optional(text(200)),
    }),
  },
  paymentReply: { key: 'AbsoluteGames', block: object({ Token: text(4096) }) },
});
