import { Type } from 'typebox';
import { object, oneOf, text, url } from '#model/schema.ts';
import { provider } from '../port.ts';
import { pageOrigins, simulatedUrl, webhookNetworks } from '../setting-schemas.ts';
import { moneyMailRuOrigins } from './page-origins.ts';

export const moneymailru = provider({
  id: 'MoneyMailRu',
  title: 'Money.Mail.Ru',
  storeFlag: 'MoneyMailRuEnabled',
  means: [{ means: 'Card' }, { means: 'VkPay', countries: ['RU'] }],
  identityTypes: [],
  paymentReply: {
    key: 'MoneyMailRu',
    block: object({ PaymentUri: url, PageOrigins: pageOrigins('Whose messages count') }),
  },
  settings: object({
    MerchantId: text(12, { pattern: '^\\d{1,12}$', description: 'Also called client_id' }),
    PrivateKey: text(255, { pattern: '^\\S{8,}$', description: 'The access key, with which we sign' }),
    PublicKeys: Type.Array(text(2000, { pattern: '^[A-Za-z0-9+/=\\s-]{100,}$' }), {
      minItems: 1,
      maxItems: 3,
      description: "The operator's public key, as PEM or what is between its lines; two while it is replaced",
    }),
    PayMethod: text(60, { pattern: '^[\\w-]+$', description: 'From the contract; cpgtest moves no money' }),
    TestPayMethods: Type.Optional(
      Type.Array(text(60, { pattern: '^[\\w-]+$' }), {
        maxItems: 10,
        description: 'The methods that move no money; absent: cpgtest',
      }),
    ),
    SignatureHash: Type.Optional(
      oneOf(['SHA-1', 'SHA-256'], { description: 'Of what we sign; SHA-1 unless the operator says otherwise' }),
    ),
    SuccessAnswer: Type.Optional(
      oneOf(['payment_delivered', 'TRANSACTION_STATUS'], {
        description: 'What a notification that was taken is answered with; payment_delivered also when absent',
      }),
    ),
    RefundMethod: Type.Optional(
      text(60, {
        pattern: '^[a-z_-]+(/[a-z_-]+)*$',
        description: 'What the contract calls the method for refunds; absent: they are made by hand',
      }),
    ),
    NotificationNetworks: webhookNetworks('the operator'),
    PageOrigins: pageOrigins('Only when the pages of payments move'),
    ApiBase: simulatedUrl('the API'),
  }),
  currencies: ['RUB'],
  // As VK Pay's form has it.
  amounts: { RUB: { minMinor: 100 } },
  originsSetting: 'PageOrigins',
  reaches: { frame: moneyMailRuOrigins },
});
