import { object, url } from '#model/schema.ts';
import { provider } from '../port.ts';

export const moneymailru = provider({
  id: 'MoneyMailRu',
  title: 'Money.Mail.Ru',
  storeFlag: 'MoneyMailRuEnabled',
  means: [{ means: 'Card' }, { means: 'VkPay', countries: ['RU'] }],
  identityTypes: [],
  paymentReply: { key: 'MoneyMailRu', block: object({ PaymentUri: url }) },
});
