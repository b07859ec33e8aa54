import { object, text } from '#model/schema.ts';
import { identity } from '../port.ts';

export const egs = identity({
  id: 'Egs',
  title: 'Epic Games',
  identityTypes: ['Egs'],
  providers: [],
  login: { key: 'EgsLogin', block: object({ Code: text(2000) }) },
});
