import { Type } from 'typebox';
import { object, text, url } from '#model/schema.ts';
import { defineProvider } from '../port.ts';
import { simulatedUrlSetting, webhookSecretsSetting } from '../setting-schemas.ts';

export const stripe = defineProvider({
  id: 'Stripe',
  title: 'Stripe',
  evidence: {
    level: 'verified',
    verified: { what: 'signed webhooks', tests: ['payments/stripe/library.server.test.ts'] },
  },
  storeFlag: 'StripeEnabled',
  paymentMethods: [{ method: 'Card' }, { method: 'ApplePay' }, { method: 'GooglePay' }],
  identityTypes: [],
  paymentReply: {
    key: 'Stripe',
    block: object({
      SessionClientSecret: Type.Optional(text(400, { description: 'For the payment form in the checkout frame' })),
      PublishableKey: text(255),
      ScriptUrl: simulatedUrlSetting('the script'),
      CheckoutUrl: Type.Optional({ ...url, description: "Stripe's own page, for buyers who leave the portal" }),
    }),
  },
  settings: object({
    SecretKey: text(255, { pattern: '^(sk|rk)_(test|live)_[A-Za-z0-9_]+$', description: 'Secret or restricted key' }),
    PublishableKey: text(255, { pattern: '^pk_(test|live)_[A-Za-z0-9_]+$' }),
    WebhookSecrets: webhookSecretsSetting(text(255, { pattern: '^whsec_[A-Za-z0-9_+/=]+$' }), 'Of the endpoint'),
    ApiBase: simulatedUrlSetting('the API'),
    ScriptUrl: simulatedUrlSetting('the script'),
  }),
  reaches: {
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frame: [
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
      'https://checkout.stripe.com',
    ],
    connect: ['https://api.stripe.com', 'https://checkout.stripe.com'],
    image: ['https://*.stripe.com'],
    // Stripe's script writes style attributes. The frame contains nothing that injected CSS could leak.
    style: ["'unsafe-inline'"],
  },
});
