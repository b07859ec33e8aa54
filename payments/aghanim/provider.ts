import { Type } from 'typebox';
import { CheckoutStatus, PublicOrderId } from '#model/order.ts';
import { anySession, route } from '#model/route.ts';
import { object, text, url } from '#model/schema.ts';
import { provider } from '../port.ts';
import { simulatedUrl, webhookSecrets } from '../setting-schemas.ts';

export const aghanim = provider({
  id: 'Aghanim',
  title: 'Aghanim',
  storeFlag: 'AghanimEnabled',
  means: [{ means: 'Card' }, { means: 'ApplePay' }, { means: 'GooglePay' }, { means: 'PayPal' }],
  identityTypes: [],
  paymentReply: { key: 'Aghanim', block: object({ CheckoutUrl: url }) },
  settings: object({
    ApiKey: text(255, { minLength: 8, pattern: '^[\\x21-\\x7e]+$', description: "The game's S2S key" }),
    WebhookSecrets: webhookSecrets(
      text(255, { minLength: 8 }),
      "The webhook's key from the dashboard; the S2S key if there is no other",
    ),
    Sandbox: Type.Boolean({ description: 'Whether this is a sandbox key: test money only' }),
    ApiBase: simulatedUrl('the API'),
  }),
  routes: {
    status: route({
      method: 'GET',
      path: '/store/aghanim/payment/status',
      access: anySession,
      summary: 'The status of a payment. Polled every second while its tab is open.',
      query: object({ PublicOrderId }),
      reply: object({ Status: CheckoutStatus }),
      perMinute: 300,
    }),
  },
});
