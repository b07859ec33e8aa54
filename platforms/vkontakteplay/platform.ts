import { Type } from 'typebox';
import { CurrencyCode } from '#model/money.ts';
import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const vkontakteplay = platform({
  id: 'VkontaktePlay',
  title: 'VK Play',
  embeddedBy: ['https://vkplay.ru', 'https://*.vkplay.ru'],
  identityTypes: ['VkontaktePlay'],
  purchases: 'platform',
  login: { key: 'VkontaktePlay', block: object({ QueryString: text(4096) }) },
  paymentRequest: {
    key: 'VkontaktePlay',
    block: object({ IpAddress: Type.Optional(text(64)), Uid: text(64), Currency: CurrencyCode }),
  },
  publicData: object({ AppId: Type.Optional(text(64)) }),
});
