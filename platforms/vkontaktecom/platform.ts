import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text, uuid } from '#model/schema.ts';
import { platform } from '../port.ts';

export const vkontaktecom = platform({
  id: 'VkontakteCom',
  title: 'VK',
  embeddedBy: ['https://vk.com', 'https://*.vk.com', 'https://vk.ru', 'https://*.vk.ru'],
  identityTypes: ['Vkontakte'],
  login: { key: 'VkontakteCom', block: object({ QueryString: text(4096) }) },
  publicData: object({ AppId: Type.Optional(text(64)) }),
  routes: {
    authenticateFromOpenApi: route({
      method: 'POST',
      path: '/auth/authenticate_from_vkontaktecom_openapi',
      access: 'anyone',
      summary: 'Sign in with the session of the VK Open API widget.',
      body: object({
        Game: GameName,
        VkSessionUser: object({
          expire: Type.Integer(),
          mid: Type.Integer({ minimum: 1 }),
          secret: text(200),
          sid: text(400),
          sig: text(64),
        }),
      }),
      reply: object({ Token: text(200), AccountId: uuid }),
    }),
  },
});
