import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const odnoklassniki = platform({
  id: 'Odnoklassniki',
  title: 'Odnoklassniki',
  embeddedBy: ['https://ok.ru', 'https://*.ok.ru'],
  identityTypes: ['Odnoklassniki'],
  purchases: 'platform',
  login: { key: 'Odnoklassniki', block: object({ QueryString: text(4096) }) },
  paymentReply: { key: 'Odnoklassniki', block: object({ ExtraAttributes: text(2000) }) },
});
