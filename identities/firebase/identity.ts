import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { SignedInReply } from '#model/sign-in.ts';
import { object, text, url } from '#model/schema.ts';
import { defineIdentity } from '../port.ts';

const publicFields = {
  ApiKey: text(200),
  AuthDomain: text(200),
  DatabaseUrl: Type.Optional(text(200)),
  ProjectId: text(200),
  StorageBucket: Type.Optional(text(200)),
  MessagingSenderId: Type.Optional(text(200)),
  AppId: text(200),
  MeasurementId: Type.Optional(text(200)),
  ToolkitUrl: Type.Optional({ ...url, description: 'Address of the sign-in service; only simulators change it' }),
};

export const firebase = defineIdentity({
  id: 'Firebase',
  title: 'Firebase',
  identityTypes: ['Firebase', 'Google', 'Apple', 'Facebook'],
  providers: ['google', 'apple', 'facebook'],
  login: { key: 'FirebaseLogin', block: object({ Token: text(8192) }) },
  settings: object({
    ...publicFields,
    KeysUrl: Type.Optional({ ...url, description: "Address of Google's public keys; only simulators change it" }),
  }),
  publicOptions: { key: 'Firebase', block: object(publicFields) },
  reaches: { connect: ['https://identitytoolkit.googleapis.com'] },
  routes: {
    authenticate: route({
      method: 'POST',
      path: '/auth/authenticate_from_firebase',
      access: ['anyone', 'bound', 'whole'],
      summary: 'Sign in with an ID token from Google, Apple or Facebook.',
      body: object({
        GameSystemName: Type.Optional(GameName),
        Token: text(8192),
        MarketingEnabled: Type.Optional(Type.Boolean()),
      }),
      reply: SignedInReply,
      errors: ['ProofRefused', 'NotConfigured'],
    }),
  },
});
