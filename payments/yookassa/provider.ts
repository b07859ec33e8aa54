import { Type } from 'typebox';
import { object, oneOf, text, url } from '#model/schema.ts';
import { defineProvider } from '../port.ts';
import { simulatedUrlSetting, webhookNetworksSetting } from '../setting-schemas.ts';

export const yookassa = defineProvider({
  id: 'Yookassa',
  title: 'YooKassa',
  evidence: { level: 'documented' },
  storeFlag: 'YookassaEnabled',
  paymentMethods: [{ method: 'Sbp' }, { method: 'Card' }, { method: 'SberPay' }, { method: 'YooMoney' }],
  identityTypes: [],
  paymentReply: {
    key: 'Yookassa',
    block: object({
      Redirect: Type.Optional(Type.Boolean()),
      ConfirmationUrl: Type.Optional(url),
      ConfirmationToken: Type.Optional(text(400)),
      ScriptUrl: simulatedUrlSetting('the widget'),
    }),
  },
  settings: object({
    ShopId: text(20, { pattern: '^\\d{1,20}$' }),
    SecretKey: text(255, { pattern: '^[A-Za-z0-9_*-]{8,}$', description: 'A test shop has its own key: test_…' }),
    Confirmation: Type.Optional(
      oneOf(['Widget', 'Redirect'], {
        description: "The form in the portal (default), or YooKassa's page",
      }),
    ),
    Receipt: Type.Optional(
      object(
        {
          VatCode: Type.Integer({ minimum: 1, maximum: 12 }),
          PaymentSubject: text(40, {
            pattern: '^[a-z_]+$',
            description: 'For example service or intellectual_activity',
          }),
          PaymentMode: oneOf([
            'full_prepayment',
            'partial_prepayment',
            'advance',
            'full_payment',
            'partial_payment',
            'credit',
            'credit_payment',
          ]),
          TaxSystemCode: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
          AcceptPhone: Type.Optional(
            Type.Boolean({
              description:
                "Send receipts to a phone number if there is no email address. Your own register only: YooKassa's receipts go by email",
            }),
          ),
        },
        {
          description: 'Receipt data under 54-FZ; absent: no receipts. Ask your accountant for the values',
        },
      ),
    ),
    NotificationNetworks: webhookNetworksSetting('YooKassa'),
    ApiBase: simulatedUrlSetting('the API'),
    ScriptUrl: simulatedUrlSetting('the widget'),
  }),
  currencies: ['RUB'],
  reaches: {
    script: ['https://yookassa.ru', 'https://static.yoomoney.ru'],
    frame: ['https://yookassa.ru', 'https://yoomoney.ru', 'https://static.yoomoney.ru'],
    connect: ['https://yookassa.ru', 'https://yoomoney.ru', 'https://static.yoomoney.ru'],
    image: ['https://yookassa.ru', 'https://static.yoomoney.ru'],
    style: ['https://yookassa.ru', 'https://static.yoomoney.ru'],
  },
});
