import { Type } from 'typebox';
import { object, text, url } from '#model/schema.ts';
import { defineIdentity } from '../port.ts';

const publicFields = {
  AppId: text(64),
  /** Registered with VK as a trusted redirect URL: our return page, at one of its two addresses. */
  RedirectUrl: url,
  AuthUrl: Type.Optional({ ...url, description: 'Address of VK ID; only simulators change it' }),
};

export const vkid = defineIdentity({
  id: 'VkId',
  title: 'VK ID',
  identityTypes: ['Vkontakte'],
  providers: ['vk'],
  login: {
    key: 'VkIdLogin',
    block: object({
      Code: text(2000),
      CodeVerifier: text(128),
      DeviceId: text(2000),
      State: Type.Optional(text(128)),
    }),
  },
  settings: object(publicFields),
  publicOptions: { key: 'VkId', block: object(publicFields) },
  reaches: { frame: ['https://id.vk.ru', 'https://id.vk.com'] },
});
