import { Type } from 'typebox';
import { object, oneOf, text, url } from '#model/schema.ts';
import { defineProvider } from '../port.ts';
import { pageOriginsSetting, simulatedUrlSetting, webhookNetworksSetting } from '../setting-schemas.ts';
import { moneyMailRuPageOrigins } from './page-origins.ts';

export const moneymailru = defineProvider({
  id: 'MoneyMailRu',
  title: 'Money.Mail.Ru',
  evidence: {
    level: 'documented',
    verified: { what: 'the signature of requests', tests: ['payments/moneymailru/adapter.server.test.ts'] },
  },
  storeFlag: 'MoneyMailRuEnabled',
  paymentMethods: [{ method: 'Card' }, { method: 'VkPay', countries: ['RU'] }],
  identityTypes: [],
  paymentReply: {
    key: 'MoneyMailRu',
    block: object({ PaymentUri: url, PageOrigins: pageOriginsSetting('Origins whose messages are accepted') }),
  },
  settings: object({
    MerchantId: text(12, { pattern: '^\\d{1,12}$', description: 'Also called client_id' }),
    PrivateKey: text(255, { pattern: '^\\S{8,}$', description: 'The access key that signs our requests' }),
    PublicKeys: Type.Array(text(2000, { pattern: '^[A-Za-z0-9+/=\\s-]{100,}$' }), {
      minItems: 1,
      maxItems: 3,
      description: "Money.Mail.Ru's public key, as PEM or its base64 content; two while you replace it",
    }),
    PayMethod: text(60, { pattern: '^[\\w-]+$', description: 'From the contract; cpgtest charges no money' }),
    TestPayMethods: Type.Optional(
      Type.Array(text(60, { pattern: '^[\\w-]+$' }), {
        maxItems: 10,
        description: 'Methods that charge no money; absent: cpgtest',
      }),
    ),
    SignatureHash: Type.Optional(
      oneOf(['SHA-1', 'SHA-256'], { description: 'Hash for our signatures; absent: SHA-1' }),
    ),
    SuccessAnswer: Type.Optional(
      oneOf(['payment_delivered', 'TRANSACTION_STATUS'], {
        description: 'Reply to an accepted notification; absent: payment_delivered',
      }),
    ),
    RefundMethod: Type.Optional(
      text(60, {
        pattern: '^[a-z_-]+(/[a-z_-]+)*$',
        description: 'The refund method named in the contract; absent: refunds are made by hand',
      }),
    ),
    NotificationNetworks: webhookNetworksSetting('the operator'),
    PageOrigins: pageOriginsSetting('Only when the pages of payments move'),
    ApiBase: simulatedUrlSetting('the API'),
  }),
  currencies: ['RUB'],
  // The minimum of VK Pay's form.
  amounts: { RUB: { minMinor: 100 } },
  originsSetting: 'PageOrigins',
  reaches: { frame: moneyMailRuPageOrigins },
});
