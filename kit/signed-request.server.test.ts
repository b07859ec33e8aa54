import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSignedRequest } from './signed-request.server.ts';

const sign = (payload: unknown, secret = 'secret') => {
  const content = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(content).digest('base64url')}.${content}`;
};
const good = sign({ algorithm: 'HMAC-SHA256', user_id: '7' });

test('what was signed with the secret is read', () => {
  expect(readSignedRequest(good, 'secret')).toEqual({
    outcome: 'read',
    payload: { algorithm: 'HMAC-SHA256', user_id: '7' },
  });
});

test.each([
  ['another secret', sign({ algorithm: 'HMAC-SHA256' }, 'other')],
  ['a changed content', good.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ['the code of another', `${sign({ algorithm: 'HMAC-SHA256', user_id: '8' }).split('.')[0]}.${good.split('.')[1]}`],
  ['a shorter code', good.slice(1)],
  ['no code', `.${good.split('.')[1]}`],
  ['another algorithm', sign({ algorithm: 'none' })],
  ['no object', sign('text')],
  ['nothing', ''],
])('%s is refused', (_, text) => {
  expect(readSignedRequest(text, 'secret')).toMatchObject({ outcome: 'refused' });
});

test('an empty secret signs nothing', () => {
  expect(readSignedRequest('a'.repeat(43) + '.e30', 'secret')).toMatchObject({ outcome: 'refused' });
});
