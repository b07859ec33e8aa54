import { Type } from 'typebox';
import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const crazygames = platform({
  id: 'CrazyGames',
  title: 'CrazyGames',
  embeddedBy: ['https://www.crazygames.com', 'https://*.crazygames.com'],
  identityTypes: ['CrazyGames', 'CrazyGamesGuest'],
  guestType: 'CrazyGamesGuest',
  purchases: 'platform',
  login: { key: 'CrazyGames', block: object({ Token: Type.Optional(text(4096)), IsGuest: Type.Boolean() }) },
  paymentRequest: { key: 'CrazyGames', block: object({ AccessToken: text(4096) }) },
});
