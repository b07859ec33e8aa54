import { object, text } from '#model/schema.ts';
import { identity } from '../port.ts';

export const steam = identity({
  id: 'SteamOpenId',
  title: 'Steam',
  identityTypes: ['Steam'],
  providers: [],
  login: { key: 'SteamLogin', block: object({ Ticket: text(4096) }) },
});
