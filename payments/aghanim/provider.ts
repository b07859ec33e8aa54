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
    ApiKey: text(255, { minLength: 8, pattern: '^[\\x21-\\x7e]+$', description: 'The S2S key of the game' }),
    WebhookSecrets: webhookSecrets(
      text(255, { minLength: 8 }),
      'Of the webhook, as the dashboard shows it; the S2S key where nothing else fits',
    ),
    Sandbox: Type.Boolean({ description: 'Whether the key is one of the sandbox: test money only' }),
    ApiBase: simulatedUrl('the API'),
  }),
  routes: {
    status: route({
      method: 'GET',
      path: '/store/aghanim/payment/status',
      access: anySession,
      summary: 'Where a payment stands; polled every second while its tab is open.',
      query: object({ PublicOrderId }),
      reply: object({ Status: CheckoutStatus }),
      perMinute: 300,
    }),
  },
});
