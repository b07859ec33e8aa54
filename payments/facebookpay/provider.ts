import { object, url } from '#model/schema.ts';
import { provider } from '../port.ts';

export const facebookpay = provider({
  id: 'FacebookPay',
  title: 'Facebook Pay',
  storeFlag: 'FacebookPayEnabled',
  means: [{ means: 'Card' }, { means: 'PayPal' }],
  platforms: ['FacebookGames'],
  identityTypes: [],
  paymentReply: { key: 'FacebookGames', block: object({ ProductOgUrl: url }) },
});
