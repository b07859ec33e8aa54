// What operators call with a key of theirs: see docs/guides/content.md. Calls of other areas that operators make stand with those
// areas, under /operator as well.
import { Type } from 'typebox';
import { operatorScopes, route } from '#model/route.ts';
import { object, oneOf, text } from '#model/schema.ts';

export const operator = {
  key: route({
    method: 'GET',
    path: '/operator/key',
    access: ['operator'],
    summary: 'Whose key this is and what it may be used for.',
    reply: object({ Name: text(60), Scopes: Type.Array(oneOf(operatorScopes)) }),
  }),
};
