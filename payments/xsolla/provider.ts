import { Type } from 'typebox';
import { object, text, url } from '#model/schema.ts';
import { provider } from '../port.ts';

export const xsolla = provider({
  id: 'Xsolla',
  title: 'Xsolla',
  storeFlag: 'XsollaEnabled',
  identityTypes: ['Xsolla'],
  paymentReply: {
    key: 'Xsolla',
    block: object({ ConfirmationUrl: Type.Optional(url), PaymentToken: text(400), Sandbox: Type.Boolean() }),
  },
});
