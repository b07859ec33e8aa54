import { Type } from 'typebox';
import { PayStationToken, XsollaProjectSettings } from '#kit/xsolla/project.ts';
import { object, url } from '#model/schema.ts';
import { defineProvider } from '../port.ts';

export const xsolla = defineProvider({
  id: 'Xsolla',
  title: 'Xsolla',
  evidence: {
    level: 'verified',
    verified: { what: 'payment webhooks', tests: ['payments/xsolla/adapter.server.test.ts'] },
  },
  storeFlag: 'XsollaEnabled',
  paymentMethods: [
    { method: 'Card' },
    { method: 'PayPal' },
    { method: 'Wallet' },
    { method: 'PhoneBill' },
    { method: 'GiftCard' },
  ],
  identityTypes: ['Xsolla'],
  paymentReply: {
    key: 'Xsolla',
    block: object({
      ConfirmationUrl: Type.Optional({
        ...url,
        description: 'Pay Station as a page, for buyers who leave the portal',
      }),
      ...PayStationToken.properties,
    }),
  },
  settings: XsollaProjectSettings,
  reaches: {
    script: ['https://cdn.xsolla.net'],
    frame: ['https://secure.xsolla.com', 'https://sandbox-secure.xsolla.com'],
    image: ['https://cdn.xsolla.net', 'data:'],
    // The widget writes CSS rules into the page.
    style: ["'unsafe-inline'"],
  },
});
