import { Type } from 'typebox';
import { Locale } from '#model/locale-schema.ts';
import { CardInfo, OrderProduct } from '#model/order.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, oneOf, text, url, uuid } from '#model/schema.ts';
import { defineProvider } from '../port.ts';
import { simulatedUrlSetting, webhookSecretsSetting } from '../setting-schemas.ts';

/** The portal's payment page passes this block to the checkout frame. */
export const Bank131WidgetBlock = object({
  WidgetToken: text(4000, { description: "Valid only for the bank's form and this payment" }),
  ScriptUrl: url,
  GlobalName: text(60),
  StyleUrl: Type.Optional(url),
});

/** Anyone who has the attempt's id can pay. Games never get it. */
const byPublicId = () => object({ PublicId: uuid });

export const bank131 = defineProvider({
  id: 'Bank131',
  title: 'Bank 131',
  evidence: { level: 'documented', assumed: "the interface of the bank's card form" },
  storeFlag: 'Bank131Enabled',
  paymentMethods: [{ method: 'Card' }, { method: 'Sbp', countries: ['RU'] }],
  identityTypes: [],
  formPage: 'Store/BankCard',
  paymentReply: { key: 'Bank131', block: object({ FormUrl: url }) },
  settings: object({
    Project: text(100, { pattern: '^[\\w.-]{1,100}$', description: "The project's name at the bank" }),
    PrivateKey: text(8000, {
      pattern: '-----BEGIN (RSA )?PRIVATE KEY-----',
      description: 'Private key (PEM) that signs our requests. The bank has the public key',
    }),
    BankPublicKeys: webhookSecretsSetting(
      text(4000, { minLength: 100 }),
      "The bank's public key for its webhooks: PEM, or base64 of it",
    ),
    Mode: oneOf(['Live', 'Demo'], { description: "Demo: the bank's test environment, no real money" }),
    Company: object(
      { Name: text(200, { minLength: 1 }), Address: text(500, { minLength: 1 }) },
      { description: "The seller's name and address. Buyers see them before they pay" },
    ),
    Widget: Type.Optional(
      object(
        {
          ScriptUrl: { ...url, description: "Must be on one of the bank's hosts" },
          GlobalName: text(60, {
            pattern: '^[A-Za-z_$][\\w$]*$',
            description: 'The global name that the script defines',
          }),
          StyleUrl: Type.Optional({ ...url, description: 'Its style sheet, if any' }),
        },
        { description: "The bank's card form, as named in its documentation; absent: SBP only" },
      ),
    ),
    ApiBase: simulatedUrlSetting('the API'),
  }),
  currencies: ['RUB'],
  // The bank's other widgets are on widget.bank131.ru and widget-demo.bank131.ru.
  reaches: {
    script: ['https://*.131.ru', 'https://*.bank131.ru'],
    frame: ['https://*.131.ru', 'https://*.bank131.ru'],
    connect: ['https://*.131.ru', 'https://*.bank131.ru'],
    image: ['https://*.131.ru', 'https://*.bank131.ru', 'data:'],
    // The form writes inline styles. The frame contains nothing that injected CSS could leak.
    style: ['https://*.131.ru', 'https://*.bank131.ru', "'unsafe-inline'"],
  },
  routes: {
    paymentInfo: route({
      method: 'GET',
      path: '/bank131/payment_info',
      access: ['anyone'],
      summary: 'The data of the card and SBP payment page: bank, product, seller, return addresses and status.',
      query: object({ PublicId: uuid, Locale: Type.Optional(Locale) }),
      reply: object({
        State: oneOf(['Open', 'Paid', 'Failed', 'Cancelled'], {
          description: 'Open: it can be paid. Failed: this payment failed. Cancelled: the order was cancelled',
        }),
        BankInfo: object({ Name: text(200) }),
        ProductInfo: OrderProduct,
        LocalizedPrice: text(100),
        RedirectUris: object({ Success: url, Failure: url }),
        Company: text(200),
        Address: text(500),
        /** Absent if the buyer paid by SBP. */
        CardInfo: Type.Optional(CardInfo),
        TakesCards: Type.Boolean({ description: "Whether the bank's card form is set up" }),
      }),
    }),
    tokenize: route({
      method: 'POST',
      path: '/bank131/tokenize',
      access: allSessionKinds,
      summary: "A token and address for the bank's card form. Card data never reaches us.",
      body: byPublicId(),
      reply: Bank131WidgetBlock,
    }),
    payWithCard: route({
      method: 'POST',
      path: '/bank131/pay_with_card',
      access: ['anyone'],
      summary: 'Ask the bank for the result after its form has taken a card. `Success` means it is paid.',
      body: byPublicId(),
      reply: object({ Success: Type.Boolean() }),
    }),
    payWithSbp: route({
      method: 'POST',
      path: '/bank131/pay_with_sbp',
      access: ['anyone'],
      summary: 'Pay with SBP. Returns a link that opens in the banking app.',
      body: byPublicId(),
      reply: object({ SbpLink: Type.Optional({ ...url, description: 'Absent: not ready yet, try again' }) }),
    }),
  },
});
