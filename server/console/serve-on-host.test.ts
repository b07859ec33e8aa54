import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { serveOnHost } from './serve-on-host.ts';

async function startTwoApps(address: string) {
  const [portal, console] = [fastify(), fastify()];
  portal.get('/', async () => 'portal');
  console.get('/', async () => 'console');
  serveOnHost(portal, new URL(address), console);
  await portal.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => portal.close());
  const { port } = portal.server.address() as AddressInfo;
  return (host: string) =>
    new Promise<string>((resolve, reject) => {
      request({ host: '127.0.0.1', port, headers: { host }, agent: false }, (response) => {
        response.setEncoding('utf8').once('data', resolve);
      })
        .once('error', reject)
        .end();
    });
}

test.each([
  ['https://console.play.example', ['console.play.example', 'CONSOLE.play.example', 'console.play.example:443']],
  ['http://console.localhost', ['console.localhost', 'console.localhost:80']],
  ['http://console.localhost:8080', ['console.localhost:8080']],
])('%s is served on its host, also with its port', async (address, hosts) => {
  const ask = await startTwoApps(address);
  for (const host of hosts) expect(await ask(host), host).toBe('console');
});

test('other hosts and ports belong to the portal', async () => {
  const ask = await startTwoApps('https://console.play.example');
  const others = ['play.example', 'console.play.example:8443', 'console.play.example.evil.example', 'console'];
  for (const host of others) expect(await ask(host), host).toBe('portal');
});
