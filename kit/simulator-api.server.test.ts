import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSimulatorApi, serveScript, readSimulatorParams, SimulatedVendorError } from './simulator-api.server.ts';

const app = fastify();

beforeAll(async () => {
  const api = createSimulatorApi(app, ({ headers }) => {
    if (headers.authorization !== 'Bearer key') throw new SimulatedVendorError(401, { error: 'who are you' });
  });
  api.post('/payments/:id', ({ texts, body }) => ({ texts, body }));
  api.get('/none', () => {
    throw new SimulatedVendorError(404, { error: 'none' });
  });
  api.put('/late', async ({ reply }) => reply.code(202).send({ isLate: true }));
  await serveScript(app, '/script.js', new URL(import.meta.url));
});
afterAll(() => app.close());

const headers = { authorization: 'Bearer key' };

test('parameters of the path, the query and a form are merged', async () => {
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  const { body } = await app.inject({ method: 'POST', url: '/payments/7?b=2', headers: form, payload: 'id=8&a=x+y' });
  expect(JSON.parse(body)).toEqual({ texts: { id: '7', a: 'x y', b: '2' }, body: { id: '8', a: 'x y' } });
});

test('JSON is passed unchanged', async () => {
  const { body } = await app.inject({ method: 'POST', url: '/payments/7', headers, payload: { n: 1, list: ['a'] } });
  expect(JSON.parse(body)).toEqual({ texts: { id: '7', n: '1' }, body: { n: 1, list: ['a'] } });
});

test("errors have the vendor's format", async () => {
  const none = await app.inject({ url: '/none', headers });
  expect([none.statusCode, none.json()]).toEqual([404, { error: 'none' }]);
  const denied = await app.inject({ url: '/none' });
  expect([denied.statusCode, denied.json()]).toEqual([401, { error: 'who are you' }]);
});

test('a handler may set the status', async () => {
  const late = await app.inject({ method: 'PUT', url: '/late', headers });
  expect([late.statusCode, late.json()]).toEqual([202, { isLate: true }]);
});

test('a script may be loaded from any origin, and a value that is not an object has no params', async () => {
  const script = await app.inject('/script.js');
  expect(script.headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin' });
  expect(script.body).toContain('serveScript');
  for (const value of [null, undefined, 'a', ['a']]) expect(readSimulatorParams(value)).toEqual({});
});
