import { identity } from '../port.ts';

export const email = identity({
  id: 'Email',
  title: 'E-mail',
  identityTypes: ['Email'],
  providers: ['email'],
});
