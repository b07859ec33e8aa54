import { object, text } from '#model/schema.ts';
import { provider } from '../port.ts';

export const stripe = provider({
  id: 'Stripe',
  title: 'Stripe',
  storeFlag: 'StripeEnabled',
  identityTypes: [],
  paymentReply: {
    key: 'Stripe',
    block: object({ SessionClientSecret: text(400), PublishableKey: text(200) }),
  },
});
