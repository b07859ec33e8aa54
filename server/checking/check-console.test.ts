import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createTestApp } from '#server/testing/create-test-app.ts';
import { signInOperator } from '#server/testing/sign-in-operator.ts';
import { checkConsole } from './check-console.ts';
import { probePortal } from './probe-portal.ts';

const consoleUrl = new URL('http://console.localhost:8080');

test('asks the host of the console, and wants an owner', async () => {
  await using server = await createTestApp();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  // The name leads to the test's port.
  const probe = ({ pathname }: URL, host = consoleUrl.host) =>
    probePortal(new URL(`http://127.0.0.1:${port}${pathname}`), { host });
  const check = (networks: readonly string[] = [], from: typeof probe = probe) =>
    checkConsole(server.database, { consoleUrl, consoleNetworks: networks }, (address) => from(address));
  expect(await check()).toMatchObject([
    { verdict: 'ok', text: 'the console answers at console.localhost:8080' },
    { verdict: 'warning', remedy: expect.stringContaining('npm run operators -- add') },
  ]);
  await signInOperator(server.database, 'owner');
  expect(await check()).toMatchObject([{ verdict: 'ok' }, { verdict: 'ok' }]);
  const elsewhere = (address: URL) => probe(address, 'localhost:8080');
  expect(await check([], elsewhere)).toMatchObject([{ verdict: 'problem' }, {}]);
  expect(await check(['203.0.113.0/24'], elsewhere)).toMatchObject([{ verdict: 'warning' }, {}]);
  expect(await check([], () => Promise.reject(new Error('refused')))).toMatchObject([{ verdict: 'problem' }, {}]);
});

test('without CONSOLE_URL there is nothing to check', async () => {
  await using server = await createTestApp();
  expect(await checkConsole(server.database, { consoleUrl: undefined, consoleNetworks: [] })).toMatchObject([
    { verdict: 'ok' },
  ]);
});
