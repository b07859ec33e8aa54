import { CheckoutStatus, PublicOrderId } from '#model/order.ts';
import { anySession, route } from '#model/route.ts';
import { object, url } from '#model/schema.ts';
import { provider } from '../port.ts';

export const aghanim = provider({
  id: 'Aghanim',
  title: 'Aghanim',
  storeFlag: 'AghanimEnabled',
  means: [{ means: 'Card' }, { means: 'ApplePay' }, { means: 'GooglePay' }, { means: 'PayPal' }],
  identityTypes: [],
  paymentReply: { key: 'Aghanim', block: object({ CheckoutUrl: url }) },
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
