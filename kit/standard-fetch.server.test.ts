import { expect, test } from 'vitest';
import type { Fetch } from '#model/fetch.server.ts';
import { adaptToStandardFetch } from './standard-fetch.server.ts';

const asked: unknown[] = [];
const answering = (status: number): { fetch: Fetch } => ({
  fetch: async (url, options) => {
    asked.push({ url, ...options });
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip', 'set-cookie': ['a', 'b'] };
    return { status, headers, body: Buffer.from(status === 204 ? '' : 'hello') };
  },
});

test("a library's requests go through host.fetch, to the moved URL", async () => {
  const ask = adaptToStandardFetch(answering(200), {
    timeoutMs: 7,
    moveUrl: (url) => url.replace('vendor', 'simulation'),
  });
  const response = await ask('https://vendor.example/', { method: 'POST', body: 'a=b', headers: { A: 'b' } });
  expect(asked).toEqual([
    { url: 'https://simulation.example/', method: 'POST', headers: { a: 'b' }, body: 'a=b', timeoutMs: 7 },
  ]);
  expect([response.status, await response.text()]).toEqual([200, 'hello']);
  expect([...response.headers]).toEqual([['content-type', 'text/plain']]);
});

test('an empty response is returned as such', async () => {
  const response = await adaptToStandardFetch(answering(204), { timeoutMs: 7 })(new URL('https://vendor.example/'));
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(asked.at(-1)).toEqual({ url: 'https://vendor.example/', method: 'GET', headers: {}, timeoutMs: 7 });
});
