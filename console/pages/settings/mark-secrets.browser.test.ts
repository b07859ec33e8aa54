import { expect, test } from 'vitest';
import { markSecrets } from './mark-secrets.ts';

const schema = {
  type: 'object',
  required: ['Id', 'Key'],
  properties: {
    Id: { type: 'string' },
    Key: { type: 'string', description: 'Of the account' },
    Shop: { type: 'object', required: ['Token'], properties: { Token: { type: 'string' }, Name: { type: 'string' } } },
  },
};

test('a secret is written, never read, and required only if it has no value', () => {
  const marked = markSecrets(schema, { all: ['/Key', '/Shop/Token'], set: ['/Key'], note: 'It is set' });
  expect(marked).toEqual({
    type: 'object',
    required: ['Id'],
    properties: {
      Id: { type: 'string' },
      Key: { type: 'string', description: 'Of the account', note: 'It is set', writeOnly: true },
      Shop: {
        type: 'object',
        required: ['Token'],
        properties: { Token: { type: 'string', writeOnly: true }, Name: { type: 'string' } },
      },
    },
  });
});
