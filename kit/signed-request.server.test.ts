import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifySignedRequest } from './signed-request.server.ts';

const sign = (payload: unknown, secret = 'secret') => {
  const content = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(content).digest('base64url')}.${content}`;
};
const good = sign({ algorithm: 'HMAC-SHA256', user_id: '7' });

test('parses a request signed with the secret', () => {
  const payload = { algorithm: 'HMAC-SHA256', user_id: '7' };
  const bytes = Buffer.from(JSON.stringify(payload));
  expect(verifySignedRequest(good, 'secret')).toEqual({ outcome: 'read', payload, bytes });
  expect(verifySignedRequest(sign({ algorithm: 'hmac-sha256' }), 'secret')).toMatchObject({ outcome: 'read' });
});

test.each([
  ['another secret', sign({ algorithm: 'HMAC-SHA256' }, 'other')],
  ['changed content', good.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  [
    'the signature of another request',
    `${sign({ algorithm: 'HMAC-SHA256', user_id: '8' }).split('.')[0]}.${good.split('.')[1]}`,
  ],
  ['a shorter signature', good.slice(1)],
  ['no signature', `.${good.split('.')[1]}`],
  ['another algorithm', sign({ algorithm: 'none' })],
  ['no object', sign('text')],
  ['nothing', ''],
])('%s is refused', (_, text) => {
  expect(verifySignedRequest(text, 'secret')).toMatchObject({ outcome: 'refused' });
});

test('an empty secret verifies nothing', () => {
  expect(verifySignedRequest('a'.repeat(43) + '.e30', 'secret')).toMatchObject({ outcome: 'refused' });
});

test('plain base64 is read if the HMAC covers the bytes', () => {
  const bytes = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', data: ['ü'] }));
  const codeOver = (content: Buffer | string) => createHmac('sha256', 'secret').update(content).digest('base64');
  const plain = `${codeOver(bytes)}.${bytes.toString('base64')}`;
  expect(verifySignedRequest(plain, 'secret', 'bytes')).toMatchObject({ outcome: 'read', payload: { data: ['ü'] } });
  const overText = `${codeOver(bytes.toString('base64'))}.${bytes.toString('base64')}`;
  for (const wrong of [overText, good, `${plain}.x`, plain.replace('=.', '.'), ''])
    expect(verifySignedRequest(wrong, 'secret', 'bytes')).toMatchObject({ outcome: 'refused' });
  expect(verifySignedRequest(plain, 'other', 'bytes')).toMatchObject({ outcome: 'refused' });
  expect(verifySignedRequest(plain, 'secret')).toMatchObject({ outcome: 'refused' });
});
