import { Type } from 'typebox';
import { CardInfo, OrderProduct } from '#model/order.ts';
import { anySession, route } from '#model/route.ts';
import { object, text, url, uuid } from '#model/schema.ts';
import { provider } from '../port.ts';

export const bank131 = provider({
  id: 'Bank131',
  title: 'Bank 131',
  storeFlag: 'Bank131Enabled',
  means: [{ means: 'Card' }, { means: 'Sbp', countries: ['RU'] }],
  identityTypes: [],
  paymentReply: { key: 'Bank131', block: object({ FormUrl: url }) },
  routes: {
    paymentInfo: route({
      method: 'GET',
      path: '/bank131/payment_info',
      access: ['anyone'],
      summary: 'What the card form shows: the bank, the product, where to return, a card kept before.',
      query: object({ PublicId: uuid }),
      reply: object({
        BankInfo: object({ Name: text(200), LegalAddress: text(500) }),
        ProductInfo: OrderProduct,
        RedirectUris: object({ Success: url, Failure: url }),
        Address: Type.Optional(text(500)),
        CardInfo: Type.Optional(CardInfo),
      }),
    }),
    tokenize: route({
      method: 'POST',
      path: '/bank131/tokenize',
      access: anySession,
      summary: "Begin keeping a card: a token for the bank's own form, never the card itself.",
      body: object({ PublicId: uuid }),
      reply: object({ WidgetToken: text(400) }),
    }),
    payWithCard: route({
      method: 'POST',
      path: '/bank131/pay_with_card',
      access: ['anyone'],
      summary: "Pay with the card that the bank's form took.",
      body: object({ PublicId: uuid }),
      reply: object({ Success: Type.Boolean() }),
    }),
    payWithSbp: route({
      method: 'POST',
      path: '/bank131/pay_with_sbp',
      access: ['anyone'],
      summary: "Pay by the banks' fast payment system: a link that the bank's application opens.",
      body: object({ PublicId: uuid }),
      reply: object({ SbpLink: url }),
    }),
  },
});
