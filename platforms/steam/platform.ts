import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const steam = platform({
  id: 'Steam',
  title: 'Steam',
  identityTypes: ['Steam'],
  purchases: 'platform',
  login: { key: 'Steam', block: object({ Ticket: text(4096) }) },
});
