import { object, text } from '#model/schema.ts';
import { defineIdentity } from '../port.ts';

export const steam = defineIdentity({
  id: 'SteamOpenId',
  title: 'Steam',
  identityTypes: ['Steam'],
  providers: [],
  login: { key: 'SteamLogin', block: object({ Ticket: text(4096) }) },
});
