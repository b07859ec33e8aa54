import { defineIdentity } from '../port.ts';

export const email = defineIdentity({
  id: 'Email',
  title: 'Email',
  identityTypes: ['Email'],
  providers: ['email'],
});
