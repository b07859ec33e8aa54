import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { createProofOfWorkVerifier, createChallengeIssuer } from './proof-of-work-verifier.ts';

const bits = 8;
const ip = '203.0.113.7';
let now = new Date();
let tested: TestDatabase;
beforeAll(async () => {
  tested = await createTestDatabase({ poolSize: 10 });
});
afterAll(() => tested.drop());
beforeEach(() => {
  now = new Date();
});

const sealer = createSealer('a secret of the test');
const issuing = { sealer, now: () => now, bits };
const issue = createChallengeIssuer(issuing);
const logged: string[] = [];
const log = createLog({ level: 'info', write: (line) => void logged.push(line) });
const check = (token: string, action = 'email_login', from: string | undefined = ip) =>
  createProofOfWorkVerifier({ database: tested.database, sealer, now: () => now, log }).check(token, action, from);

const findNumber = (text: string, wanted: number): number => {
  const source = readFileSync(new URL('find-number.js', import.meta.url), 'utf8');
  let found = -1;
  const self: { onmessage?: (event: object) => void; postMessage: (number: number) => void } = {
    postMessage: (number) => (found = number),
  };
  runInNewContext(source, { self, TextEncoder });
  self.onmessage?.({ data: { text, bits: wanted } });
  return found;
};

const signatureOf = (challenge: string): string => challenge.split('.')[1] ?? '';
const solve = (challenge: string): string => `${challenge}.${findNumber(signatureOf(challenge), bits)}`;
const hashOf = (challenge: string, number: number): Buffer =>
  createHash('sha256')
    .update(`${signatureOf(challenge)}.${number}`)
    .digest();

test('accepts a solved challenge once', async () => {
  const token = solve(issue('email_login', ip));
  expect(await check(token)).toBe('passed');
  expect(await check(token)).toBe('refused');
  expect(logged.at(-1)).toContain('used before');
  expect(logged.join()).not.toContain(token);
});

test('of fifty concurrent checks of one solution one passes', async () => {
  const token = solve(issue('email_login', ip));
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => check(token)));
  expect(outcomes.filter((each) => each === 'passed')).toHaveLength(1);
});

test('the worker finds the first number with a valid hash', () => {
  for (let count = 0; count < 20; count += 1) {
    const challenge = issue('email_login', ip);
    const number = findNumber(signatureOf(challenge), bits);
    for (let before = 0; before < number; before += 1) expect(hashOf(challenge, before)[0]).not.toBe(0);
    expect(hashOf(challenge, number)[0]).toBe(0);
  }
});

test('rejects too little work', async () => {
  const challenge = issue('email_login', ip);
  let number = 0;
  while (hashOf(challenge, number)[0] === 0) number += 1;
  expect(await check(`${challenge}.${number}`)).toBe('refused');
  expect(logged.at(-1)).toContain('too little work');
});

test('rejects work for another action or another network', async () => {
  expect(await check(solve(issue('support', ip)))).toBe('refused');
  expect(await check(solve(issue('email_login', '198.51.100.7')))).toBe('refused');
  expect(await check(solve(issue('email_login', '2001:db8:1::1')), 'email_login', '2001:db8:2::1')).toBe('refused');
});

test('accepts another address in the same network, and IPv4 against IPv6', async () => {
  expect(await check(solve(issue('email_login', ip)), 'email_login', '203.0.113.200')).toBe('passed');
  expect(await check(solve(issue('email_login', ip)), 'email_login', '2001:db8::1')).toBe('passed');
});

test('rejects expired work', async () => {
  const token = solve(issue('email_login', ip));
  now = new Date(now.getTime() + 5 * 60_000 + 1);
  expect(await check(token)).toBe('refused');
});

test('rejects challenges signed with another secret, and changed ones', async () => {
  const other = createChallengeIssuer({ ...issuing, sealer: createSealer('another secret') });
  expect(await check(solve(other('email_login', ip)))).toBe('refused');
  const easier = createChallengeIssuer({ ...issuing, bits: 20 })('email_login', ip);
  const [body = '', signature = ''] = easier.split('.');
  const fields = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown[];
  const changed = Buffer.from(JSON.stringify(fields.with(3, 1))).toString('base64url');
  expect(await check(solve(`${changed}.${signature}`))).toBe('refused');
});

test.each(['', 'x', 'a.b.c', '..1', `${'a'.repeat(2000)}.${'b'.repeat(43)}.1`, `e30.${'b'.repeat(43)}.1`])(
  'rejects an invalid solution: %s',
  async (token) => {
    expect(await check(token)).toBe('refused');
  },
);
