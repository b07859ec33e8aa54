import { Type } from 'typebox';
import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const kongregate = platform({
  id: 'Kongregate',
  title: 'Kongregate',
  embeddedBy: ['https://www.kongregate.com', 'https://*.kongregate.com'],
  identityTypes: ['Kongregate', 'KongregateGuest'],
  guestType: 'KongregateGuest',
  headerUi: true,
  purchases: 'platform',
  login: {
    key: 'Kongregate',
    block: object({
      UserId: text(64),
      UserName: Type.Optional(text(100)),
      Token: Type.Optional(text(400)),
      IsGuest: Type.Boolean(),
    }),
  },
});
