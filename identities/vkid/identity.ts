import { object, text, url } from '#model/schema.ts';
import { identity } from '../port.ts';

export const vkid = identity({
  id: 'VkId',
  title: 'VK ID',
  identityTypes: ['Vkontakte'],
  providers: ['vk'],
  login: {
    key: 'VkIdLogin',
    block: object({ Code: text(2000), CodeVerifier: text(128), DeviceId: text(2000) }),
  },
  publicOptions: { key: 'VkId', block: object({ AppId: text(64), RedirectUrl: url }) },
});
