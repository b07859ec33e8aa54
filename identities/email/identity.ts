import { defineIdentity } from '../port.ts';

export const email = defineIdentity({
  id: 'Email',
  title: 'E-mail',
  identityTypes: ['Email'],
  providers: ['email'],
});
