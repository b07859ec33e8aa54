import { Type } from 'typebox';
import { object, text, url } from '#model/schema.ts';
import { provider } from '../port.ts';
import { simulatedUrl, webhookSecrets } from '../setting-schemas.ts';

export const xsolla = provider({
  id: 'Xsolla',
  title: 'Xsolla',
  storeFlag: 'XsollaEnabled',
  means: [{ means: 'Card' }, { means: 'PayPal' }, { means: 'Wallet' }, { means: 'PhoneBill' }, { means: 'GiftCard' }],
  identityTypes: ['Xsolla'],
  paymentReply: {
    key: 'Xsolla',
    block: object({
      ConfirmationUrl: Type.Optional({
        ...url,
        description: 'Pay Station as a page, for a buyer who leaves the portal',
      }),
      PaymentToken: text(400),
      Sandbox: Type.Boolean(),
      ScriptUrl: simulatedUrl('the widget'),
    }),
  },
  settings: object({
    MerchantId: Type.Integer({ minimum: 1 }),
    ProjectId: Type.Integer({ minimum: 1 }),
    ApiKey: text(255, {
      minLength: 8,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'Valid in all projects of the company',
    }),
    WebhookKeys: webhookSecrets(text(255, { minLength: 8 }), 'The secret key of the project'),
    Sandbox: Type.Boolean({ description: 'Test money only' }),
    ApiBase: simulatedUrl('the API'),
    PayStationUrl: simulatedUrl('Pay Station'),
    ScriptUrl: simulatedUrl('the widget'),
  }),
  reaches: {
    script: ['https://cdn.xsolla.net'],
    frame: ['https://secure.xsolla.com', 'https://sandbox-secure.xsolla.com'],
    image: ['https://cdn.xsolla.net', 'data:'],
    // The widget writes its own rules into the page.
    style: ["'unsafe-inline'"],
  },
});
