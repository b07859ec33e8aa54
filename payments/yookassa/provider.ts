import { Type } from 'typebox';
import { object, text, url } from '#model/schema.ts';
import { provider } from '../port.ts';

export const yookassa = provider({
  id: 'Yookassa',
  title: 'YooKassa',
  storeFlag: 'YookassaEnabled',
  identityTypes: [],
  paymentReply: {
    key: 'Yookassa',
    block: object({
      Redirect: Type.Optional(Type.Boolean()),
      ConfirmationUrl: Type.Optional(url),
      ConfirmationToken: Type.Optional(text(400)),
    }),
  },
});
