import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text } from '#model/schema.ts';
import { identity } from '../port.ts';

export const firebase = identity({
  id: 'Firebase',
  title: 'Firebase',
  identityTypes: ['Firebase', 'Google', 'Apple', 'Facebook'],
  providers: ['google', 'apple', 'facebook'],
  publicOptions: {
    key: 'Firebase',
    block: object({
      ApiKey: text(200),
      AuthDomain: text(200),
      DatabaseUrl: Type.Optional(text(200)),
      ProjectId: text(200),
      StorageBucket: Type.Optional(text(200)),
      MessagingSenderId: Type.Optional(text(200)),
      AppId: text(200),
      MeasurementId: Type.Optional(text(200)),
    }),
  },
  routes: {
    authenticate: route({
      method: 'POST',
      path: '/auth/authenticate_from_firebase',
      access: 'anyone',
      summary: 'Sign in with an ID token of Google, Apple or Facebook.',
      body: object({
        GameSystemName: Type.Optional(GameName),
        Token: text(8192),
        MarketingEnabled: Type.Optional(Type.Boolean()),
      }),
      reply: object({ Token: text(200) }),
    }),
  },
});
