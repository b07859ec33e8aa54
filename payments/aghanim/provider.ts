import { Type } from 'typebox';
import { CheckoutStatus, PublicOrderId } from '#model/order.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, text, url } from '#model/schema.ts';
import { defineProvider } from '../port.ts';
import { simulatedUrlSetting, webhookSecretsSetting } from '../setting-schemas.ts';

export const aghanim = defineProvider({
  id: 'Aghanim',
  title: 'Aghanim',
  evidence: { level: 'documented' },
  storeFlag: 'AghanimEnabled',
  paymentMethods: [{ method: 'Card' }, { method: 'ApplePay' }, { method: 'GooglePay' }, { method: 'PayPal' }],
  identityTypes: [],
  paymentReply: { key: 'Aghanim', block: object({ CheckoutUrl: url }) },
  settings: object({
    ApiKey: text(255, { minLength: 8, pattern: '^[\\x21-\\x7e]+$', description: "The game's S2S key" }),
    WebhookSecrets: webhookSecretsSetting(
      text(255, { minLength: 8 }),
      "The webhook's key from the dashboard; the S2S key if there is no other",
    ),
    Sandbox: Type.Boolean({ description: 'Whether this is a sandbox key: test money only' }),
    ApiBase: simulatedUrlSetting('the API'),
  }),
  routes: {
    status: route({
      method: 'GET',
      path: '/store/aghanim/payment/status',
      access: allSessionKinds,
      summary: 'The status of a payment. Polled every second while its tab is open.',
      query: object({ PublicOrderId }),
      reply: object({ Status: CheckoutStatus }),
      perMinute: 300,
    }),
  },
});
