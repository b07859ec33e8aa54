import { Type } from 'typebox';
import { expect, test } from 'vitest';
import type { Fetch } from '#model/fetch.server.ts';
import {
  callVendor,
  createVendorClient,
  unwrapVendorReply,
  callVendorOrThrow,
  buildBasicAuth,
} from './call-vendor.server.ts';

const asked: unknown[] = [];
const answering = (status: number, body: string): { fetch: Fetch } => ({
  fetch: async (url, options) => {
    asked.push({ url, ...options });
    return { status, headers: {}, body: Buffer.from(body) };
  },
});

const question = {
  vendor: 'Vendor',
  subject: 'a payment',
  url: 'https://vendor.example/payments',
  timeoutMs: 5000,
  answer: Type.Object({ id: Type.String() }),
  parseRejection: (status: number, body: unknown) =>
    status === 400 && JSON.stringify(body) === '{"code":"no"}' ? 'Vendor refused: no.' : undefined,
  remedies: { 401: 'Is the key right?' },
};

test('a request is sent as JSON, as a form, or without content', async () => {
  const yes = answering(200, '{"id":"p1"}');
  asked.length = 0;
  await callVendor(yes, { ...question, json: { a: 1 }, headers: { 'x-key': 'k' } });
  await callVendor(yes, { ...question, method: 'PUT', form: { a: 'b c' } });
  expect(await callVendor(yes, question)).toEqual({ outcome: 'answered', answer: { id: 'p1' } });
  const accept = 'application/json';
  expect(asked).toMatchObject([
    { method: 'POST', body: '{"a":1}', headers: { accept, 'content-type': 'application/json', 'x-key': 'k' } },
    { method: 'PUT', body: 'a=b+c', headers: { accept, 'content-type': 'application/x-www-form-urlencoded' } },
    { method: 'GET', headers: { accept }, timeoutMs: 5000 },
  ]);
});

test('only an explicit rejection counts as one', async () => {
  expect(await callVendor(answering(400, '{"code":"no"}'), question)).toEqual({
    outcome: 'refused',
    reason: 'Vendor refused: no.',
  });
});

test.each([
  [400, '{"code":"other"}'],
  [400, '<h1>Bad request</h1>'],
  [404, '{}'],
  [202, '{"id":"p1"}'],
  [500, '{"id":"p1"}'],
  [200, '{}'],
  [200, ''],
  [200, 'null'],
])('the result is unknown after %i with %j', async (status, body) => {
  await expect(callVendor(answering(status, body), question)).rejects.toThrow('Vendor answered');
  await expect(callVendorOrThrow(answering(status, body), question)).rejects.toThrow('about a payment');
});

test('the error suggests a fix to the operator', async () => {
  await expect(callVendor(answering(401, '{}'), question)).rejects.toThrow('about a payment. Is the key right?');
});

test('an empty response is undefined if the request expects one', async () => {
  const silent = { ...question, answer: Type.Undefined(), successStatuses: [204] };
  expect(await callVendorOrThrow(answering(204, ''), silent)).toBeUndefined();
  await expect(callVendorOrThrow(answering(204, 'ok'), silent)).rejects.toThrow('without JSON');
});

test('a response may be wrapped in a field, and a missing field is an error', async () => {
  const wrapped = { ...question, responseField: 'response' };
  expect(await callVendorOrThrow(answering(200, '{"response":{"id":"p1"}}'), wrapped)).toEqual({ id: 'p1' });
  for (const body of ['{"id":"p1"}', '{"response":{}}', '[]', 'null'])
    await expect(callVendorOrThrow(answering(200, body), wrapped)).rejects.toThrow('unexpected format');
});

test('unwrapping a rejection throws', () => {
  expect(unwrapVendorReply({ outcome: 'answered', answer: 7 })).toBe(7);
  const refused = { outcome: 'refused', reason: 'Vendor refused: no.' } as const;
  expect(() => unwrapVendorReply(refused)).toThrow(/^Vendor refused/);
  expect(() => unwrapVendorReply(refused, 'There are no records')).toThrow('There are no records: Vendor refused: no.');
});

test('a client sends requests below its base URL, with the shared options', async () => {
  const { url: _, subject, answer, ...rules } = { ...question, headers: { 'x-shop': '1' } };
  const ask = (status: number, body: string) =>
    createVendorClient(answering(status, body), { ...rules, baseUrl: 'https://vendor.example/v1' });
  const one = { path: '/payments/1', headers: { 'x-key': 'k' }, query: { a: 'b c', left: undefined }, subject, answer };
  asked.length = 0;
  expect(await ask(200, '{"id":"p1"}').read(one)).toEqual({ id: 'p1' });
  expect(asked).toMatchObject([
    { url: 'https://vendor.example/v1/payments/1?a=b+c', headers: { 'x-shop': '1', 'x-key': 'k' }, timeoutMs: 5000 },
  ]);
  expect(await ask(400, '{"code":"no"}').ask(one)).toMatchObject({ outcome: 'refused' });
  await expect(ask(400, '{"code":"no"}').read(one)).rejects.toThrow('Vendor refused: no.');
});

test('credentials are written as a header', () => {
  expect(buildBasicAuth('shop', 'key')).toBe('Basic c2hvcDprZXk=');
});
