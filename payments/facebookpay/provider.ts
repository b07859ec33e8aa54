import { Type } from 'typebox';
import { CheckoutStatus, PublicOrderId } from '#model/order.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, text, url } from '#model/schema.ts';
import { defineProvider } from '../port.ts';
import { simulatedUrlSetting, webhookSecretsSetting } from '../setting-schemas.ts';

const appId = text(20, { pattern: '^\\d{1,20}$' });
const version = text(8, { pattern: '^v\\d{1,3}\\.\\d{1,2}$' });

export const facebookpay = defineProvider({
  id: 'FacebookPay',
  title: 'Facebook Pay',
  evidence: { level: 'documented' },
  discontinued: { vendor: 'Meta', since: '2026-09-30' },
  storeFlag: 'FacebookPayEnabled',
  paymentMethods: [{ method: 'Card' }, { method: 'PayPal' }],
  platforms: ['FacebookGames'],
  identityTypes: [],
  paymentReply: {
    key: 'FacebookGames',
    block: object({
      ProductOgUrl: url,
      RequestId: text(256, {
        pattern: '^[A-Za-z0-9]+$',
        description: 'Identifies the payment; pass it to the dialog as `request_id`',
      }),
      AppId: appId,
      SdkVersion: version,
      ScriptUrl: simulatedUrlSetting("Facebook's script"),
    }),
  },
  settings: object({
    AppId: appId,
    AppSecrets: webhookSecretsSetting(
      text(64, { pattern: '^[A-Za-z0-9_]{8,64}$' }),
      'The app secret from the dashboard, newest first',
    ),
    VerifyToken: text(200, {
      minLength: 16,
      description: 'A token you choose and enter in the dashboard with the webhook address',
    }),
    Version: Type.Optional({ ...version, description: 'Version of the script and the Graph API; absent: v3.0' }),
    ApiBase: simulatedUrlSetting('the Graph API'),
    ScriptUrl: simulatedUrlSetting("Facebook's script"),
  }),
  routes: {
    verify: route({
      method: 'POST',
      path: '/store/facebookpay/payment/verify',
      access: allSessionKinds,
      summary: "Verify a payment signed by Facebook's dialog against Facebook's records.",
      body: object({ PublicOrderId, SignedRequest: text(8192) }),
      errors: ['ProofRefused', 'NotConfigured', 'ProviderUnavailable'],
      reply: object({ Status: CheckoutStatus }),
      perMinute: 30,
    }),
  },
});
