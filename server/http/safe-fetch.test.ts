import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { safeFetch } from './safe-fetch.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'https://user:password@example.com/',
  'nonsense',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://10.1.2.3/',
  'https://172.20.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://localhost/',
])('refuses %s', async (address) => {
  await expect(safeFetch(address)).rejects.toThrow(/Only https|password|public|address/);
});

test('asks a simulator on this machine only when told that it may', async () => {
  const address = await serve((request, response) => response.end(`${request.method} ok`));
  await expect(safeFetch(address)).rejects.toThrow('Only https');
  const { status, body } = await safeFetch(address, { allowLoopback: true, method: 'POST', body: 'x' });
  expect([status, body.toString()]).toEqual([200, 'POST ok']);
});

test('does not follow a redirect', async () => {
  const address = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  expect((await safeFetch(address, { allowLoopback: true })).status).toBe(302);
});

test('gives up on a server that does not answer', async () => {
  const address = await serve(() => undefined);
  await expect(safeFetch(address, { allowLoopback: true, timeoutMs: 100 })).rejects.toThrow(
    'did not answer within 100 ms',
  );
});

test('stops an answer that is too large, also when it is small only while compressed', async () => {
  const plain = await serve((_, response) => response.end('x'.repeat(5000)));
  await expect(safeFetch(plain, { allowLoopback: true, maxBytes: 1000 })).rejects.toThrow('larger than 1000');
  server?.close();
  const bomb = gzipSync('x'.repeat(100_000));
  const packed = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  await expect(safeFetch(packed, { allowLoopback: true, maxBytes: 1000 })).rejects.toThrow('larger than 1000');
});

test('reads a compressed answer', async () => {
  const address = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
  );
  expect((await safeFetch(address, { allowLoopback: true })).body.toString()).toBe('hello');
});
