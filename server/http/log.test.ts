import { expect, test } from 'vitest';
import { createLog, redactSecrets } from './log.ts';

test.each([
  ['a session token', 'token fxs_6TiCKjbAHBJDvB3asP9A-7IJSQ7iTj12UmiU0Bnnu7E used', '6TiCKj'],
  ['a bearer header', '{"authorization":"Bearer abc.def-ghi"}', 'abc.def'],
  ['basic credentials', '{"authorization":"Basic dXNlcjpwYXNz"}', 'dXNlcjpwYXNz'],
  ['a signed token', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'c2ln'],
  ['an e-mail address', 'mail to ada.lovelace+x@players.example failed', 'ada.lovelace'],
  ['an encoded e-mail address', '/check/Email/ada%40players.example', 'ada'],
  ['a cookie', '{"cookie":"__Host-ml=secret; other=\\"1\\"","next":1}', 'secret'],
  ['cookies being set', '{"set-cookie":["a=verysecret","b=2"]}', 'verysecret'],
  ['a token in an address', '/LoginValidateEmail?inviteToken=BwcHBwcHBwc&x=1', 'BwcHBwcHBwc'],
])('keeps %s out of the log', (_, line, secret) => {
  expect(redactSecrets(line)).not.toContain(secret);
});

test('leaves other lines as they are', () => {
  const line = '{"level":"info","call":"games.list","status":200}';
  expect(redactSecrets(line)).toBe(line);
});

test('scrubs whatever a library logs, in objects and in errors', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(line) });
  log.info({ headers: { cookie: 'a=1', authorization: 'Bearer abcdef' }, user: 'ada@players.example' }, 'hello');
  log.error({ err: new Error('no mailbox bob@players.example') }, 'failed');
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toMatch(/abcdef|ada@|bob@|a=1/);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ time: expect.any(String) });
});
