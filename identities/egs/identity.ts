import { Type } from 'typebox';
import { object, oneOf, text, url } from '#model/schema.ts';
import { defineIdentity } from '../port.ts';

export const egs = defineIdentity({
  id: 'Egs',
  title: 'Epic Games',
  identityTypes: ['Egs'],
  providers: [],
  login: {
    key: 'EgsLogin',
    block: object({
      Code: text(4096),
      Kind: Type.Optional(
        oneOf(['Code', 'ExchangeCode', 'IdToken'], {
          description: 'What `Code` contains: a code from the browser or the launcher, or an ID token from the SDK',
        }),
      ),
    }),
  },
  settings: object({
    ClientId: text(100),
    ClientSecret: text(200),
    DeploymentId: Type.Optional(text(100)),
    RedirectUrl: url,
    ApiUrl: Type.Optional({ ...url, description: 'Address of the service; only simulators change it' }),
  }),
});
