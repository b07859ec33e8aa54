import { Type } from 'typebox';
import { Locale } from '#model/locale-schema.ts';
import { CardInfo, OrderProduct } from '#model/order.ts';
import { anySession, route } from '#model/route.ts';
import { object, oneOf, text, url, uuid } from '#model/schema.ts';
import { provider } from '../port.ts';
import { simulatedUrl, webhookSecrets } from '../setting-schemas.ts';

/** The bank's form, as the page gives it to the checkout frame. */
export const WidgetBlock = object({
  WidgetToken: text(4000, { description: "For the bank's form alone, and for this payment" }),
  ScriptUrl: url,
  GlobalName: text(60),
  StyleUrl: Type.Optional(url),
});

/** Names the payment, and lets anybody who has it pay: the id of the attempt, which no game learns. */
const byPublicId = () => object({ PublicId: uuid });

export const bank131 = provider({
  id: 'Bank131',
  title: 'Bank 131',
  storeFlag: 'Bank131Enabled',
  means: [{ means: 'Card' }, { means: 'Sbp', countries: ['RU'] }],
  identityTypes: [],
  formPage: 'Store/BankCard',
  paymentReply: { key: 'Bank131', block: object({ FormUrl: url }) },
  settings: object({
    Project: text(100, { pattern: '^[\\w.-]{1,100}$', description: 'What the bank calls the project' }),
    PrivateKey: text(8000, {
      pattern: '-----BEGIN (RSA )?PRIVATE KEY-----',
      description: 'PEM; it signs our requests, and the bank has its public half',
    }),
    BankPublicKeys: webhookSecrets(
      text(4000, { minLength: 100 }),
      'The public key of the bank, with which its webhooks are signed: PEM, or base64 of it',
    ),
    Mode: oneOf(['Live', 'Demo'], { description: 'Demo: the proving ground of the bank, where no money moves' }),
    Company: object(
      { Name: text(200, { minLength: 1 }), Address: text(500, { minLength: 1 }) },
      { description: 'Who sells, and where he is: buyers see it before they pay' },
    ),
    Widget: Type.Optional(
      object(
        {
          ScriptUrl: { ...url, description: 'At one of the hosts of the bank' },
          GlobalName: text(60, { pattern: '^[A-Za-z_$][\\w$]*$', description: 'What the script leaves in the page' }),
          StyleUrl: Type.Optional({ ...url, description: 'Its style sheet, where it has one' }),
        },
        { description: "The bank's form for cards, as its documentation names it; absent: one pays by SBP alone" },
      ),
    ),
    ApiBase: simulatedUrl('the API'),
  }),
  currencies: ['RUB'],
  // Which hosts its form is on is not known; they are the bank's own.
  reaches: {
    script: ['https://*.131.ru', 'https://*.bank131.ru'],
    frame: ['https://*.131.ru', 'https://*.bank131.ru'],
    connect: ['https://*.131.ru', 'https://*.bank131.ru'],
    image: ['https://*.131.ru', 'https://*.bank131.ru', 'data:'],
    // A form that is drawn into the page writes styles of its own. There is nothing in the page that a style could give away.
    style: ['https://*.131.ru', 'https://*.bank131.ru', "'unsafe-inline'"],
  },
  routes: {
    paymentInfo: route({
      method: 'GET',
      path: '/bank131/payment_info',
      access: ['anyone'],
      summary:
        'What the page for paying by card or SBP shows: the bank, the product, who sells it, where to return, and how it stands.',
      query: object({ PublicId: uuid, Locale: Type.Optional(Locale) }),
      reply: object({
        State: oneOf(['Open', 'Paid', 'Failed', 'Cancelled'], {
          description: 'Open: it can be paid. Failed: this payment came to nothing. Cancelled: so did the order',
        }),
        BankInfo: object({ Name: text(200) }),
        ProductInfo: OrderProduct,
        LocalizedPrice: text(100),
        RedirectUris: object({ Success: url, Failure: url }),
        Company: text(200),
        Address: text(500),
        /** With which it was paid, where it was a card. */
        CardInfo: Type.Optional(CardInfo),
        TakesCards: Type.Boolean({ description: "Whether the bank's form for cards is set up" }),
      }),
    }),
    tokenize: route({
      method: 'POST',
      path: '/bank131/tokenize',
      access: anySession,
      summary: "The bank's form for a card: a token for it, and where it is. No card ever comes to us.",
      body: byPublicId(),
      reply: WidgetBlock,
    }),
    payWithCard: route({
      method: 'POST',
      path: '/bank131/pay_with_card',
      access: ['anyone'],
      summary: "The bank's form has taken a card: the bank is asked what came of it. Success: it is paid.",
      body: byPublicId(),
      reply: object({ Success: Type.Boolean() }),
    }),
    payWithSbp: route({
      method: 'POST',
      path: '/bank131/pay_with_sbp',
      access: ['anyone'],
      summary: "Pay by the banks' fast payment system: a link that the bank's application opens.",
      body: byPublicId(),
      reply: object({ SbpLink: Type.Optional({ ...url, description: 'Absent: it is not there yet, ask again' }) }),
    }),
  },
});
