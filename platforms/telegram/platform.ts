import { object, text, url } from '#model/schema.ts';
import { platform } from '../port.ts';

export const telegram = platform({
  id: 'Telegram',
  title: 'Telegram',
  embeddedBy: ['https://web.telegram.org'],
  identityTypes: ['Telegram'],
  login: { key: 'Telegram', block: object({ InitData: text(8192) }) },
  paymentReply: { key: 'Telegram', block: object({ InvoiceUrl: url }) },
});
