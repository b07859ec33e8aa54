import { execFile } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createOperatorPoster, createSafeFetch, FetchBlockedError, safeFetch } from './safe-fetch.ts';

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
])('rejects %s', async (address) => {
  await expect(safeFetch(address)).rejects.toThrow(/Only https|password|public|address/);
});

test('requests a simulator on this machine only if allowed', async () => {
  const address = await serve((request, response) => response.end(`${request.method} ok`));
  await expect(safeFetch(address)).rejects.toThrow('Only https');
  const { status, body } = await safeFetch(address, { allowLoopback: true, method: 'POST', body: 'x' });
  expect([status, body.toString()]).toEqual([200, 'POST ok']);
});

test("posts to the operator's own host, to no other one, and follows no redirect", async () => {
  const origin = await serve((request, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(`${request.method} ${request.url}`),
  );
  const post = createOperatorPoster(origin);
  const request = { headers: {}, body: 'x', signal: AbortSignal.timeout(60_000) };
  const response = await post(new URL('/a?b=c', origin), request);
  expect([response.statusCode, await text(response)]).toEqual([307, 'POST /a?b=c']);
  await expect(post(new URL('http://127.0.0.1:1/'), request)).rejects.toThrow(`Only ${origin} is called.`);
  await expect(post(new URL(origin), { ...request, signal: AbortSignal.abort() })).rejects.toThrow();
});

test('does not follow a redirect', async () => {
  const address = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  expect((await safeFetch(address, { allowLoopback: true })).status).toBe(302);
});

test("gives up on a server that doesn't respond", async () => {
  const address = await serve(() => undefined);
  await expect(safeFetch(address, { allowLoopback: true, timeoutMs: 100 })).rejects.toThrow(
    'did not answer within 100 ms',
  );
});

test('stops a response that is too large, also after decompression', async () => {
  const plain = await serve((_, response) => response.end('x'.repeat(5000)));
  await expect(safeFetch(plain, { allowLoopback: true, maxBytes: 1000 })).rejects.toThrow('larger than 1000');
  server?.close();
  const bomb = gzipSync('x'.repeat(100_000));
  const packed = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  await expect(safeFetch(packed, { allowLoopback: true, maxBytes: 1000 })).rejects.toThrow('larger than 1000');
});

test('reads a compressed response', async () => {
  const address = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
  );
  expect((await safeFetch(address, { allowLoopback: true })).body.toString()).toBe('hello');
});

test("gives up on a response that doesn't end", async () => {
  const address = await serve((_, response) => response.write('the beginning'));
  await expect(safeFetch(address, { allowLoopback: true, timeoutMs: 100 })).rejects.toThrow(
    'did not answer within 100 ms',
  );
});

/** A resolver with these addresses for every name, and connections that record their target and end at `serve`. */
function network(...addresses: readonly string[]) {
  const tried: string[][] = [];
  const resolve = (_: string, __: object, callback: (error: null, found: LookupAddress[]) => void): void =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  const open = (options: TcpNetConnectOpts): Duplex => {
    const port = (server?.address() as AddressInfo | null)?.port ?? 0;
    const { host = '', lookup } = options as TcpNetConnectOpts & { lookup: LookupFunction };
    if (/^[\d.]+$|:/.test(host)) {
      tried.push([host]);
      return connect(port, '127.0.0.1');
    }
    const refused = new Duplex({ read: () => undefined });
    lookup(host, { all: true }, (error, found) => {
      if (error) refused.destroy(error);
      else tried.push((found as LookupAddress[]).map(({ address }) => address));
    });
    return refused.errored ? refused : connect(port, '127.0.0.1');
  };
  return { resolve, tried, fetch: createSafeFetch({ resolve, connect: open }) };
}

test.each([
  'https://1.1.1.1/',
  'https://8.8.8.8/dns-query',
  'https://[2606:4700::1111]/',
  'https://[2001:4860:4860::8888]/',
])('connects to %s, a public address', async (address) => {
  await serve((_, response) => response.end('hello'));
  const { fetch, tried } = network();
  expect((await fetch(address)).body.toString()).toBe('hello');
  expect(tried).toEqual([[new URL(address).hostname.replace(/[[\]]/g, '')]]);
});

test('connects only to the public addresses of a name, in their order', async () => {
  await serve((_, response) => response.end('hello'));
  const { fetch, tried } = network('10.0.0.1', '2606:4700::1111', '::ffff:10.0.0.1', '1.1.1.1', '64:ff9b::101:101');
  expect((await fetch('https://vendor.example/')).body.toString()).toBe('hello');
  expect(tried).toEqual([['2606:4700::1111', '1.1.1.1']]);
});

test.each([
  [['10.0.0.1', 'fd00::1'], 'vendor.example leads to 10.0.0.1, which is not public.'],
  [['169.254.169.254'], 'vendor.example leads to 169.254.169.254, which is not public.'],
  [[], 'vendor.example has no address.'],
])('rejects a name that has only %j', async (addresses, text) => {
  await serve((_, response) => response.end('never'));
  const { fetch, tried } = network(...addresses);
  await expect(fetch('https://vendor.example/')).rejects.toThrow(new FetchBlockedError(text));
  expect(tried).toEqual([]);
});

test("tries the next address of a name if the first doesn't respond", async () => {
  const port = new URL(await serve((request, response) => response.end(request.headers.host))).port;
  // Nothing listens on the first; the private one in between is never tried.
  const fetch = createSafeFetch({ resolve: network('127.9.9.9', '10.0.0.1', '127.0.0.1').resolve });
  const { body } = await fetch(`http://vendor.example:${port}/`, { allowLoopback: true });
  expect(body.toString()).toBe(`vendor.example:${port}`);
});

test('uses no connection that was opened because loopback was allowed', async () => {
  const port = new URL(await serve((_, response) => response.end('kept open'))).port;
  const { fetch, tried } = network('127.0.0.1');
  await fetch(`https://vendor.example:${port}/`, { allowLoopback: true });
  await expect(fetch(`https://vendor.example:${port}/`)).rejects.toThrow('not public');
  expect(tried).toHaveLength(1);
});

test('reports which host it could not reach and why, also if several addresses failed', async () => {
  const port = new URL(await serve(() => undefined)).port;
  server?.close();
  const fetch = createSafeFetch({ resolve: network('127.0.0.1', '127.0.0.2').resolve });
  await expect(fetch(`http://vendor.example:${port}/`, { allowLoopback: true })).rejects.toMatchObject({
    message: expect.stringMatching(/^vendor\.example:\d+ cannot be reached: connect ECONNREFUSED/),
    code: 'ECONNREFUSED',
  });
});

test('uses no proxy, whatever the environment contains', async () => {
  const asked: (string | undefined)[] = [];
  const address = await serve((request, response) => {
    asked.push(request.url);
    response.end('hello');
  });
  // Node reads these at start. A proxy receives a full address, a server a path.
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, NO_PROXY: '' };
  const program = `
    import http from 'node:http';
    import { safeFetch } from ${JSON.stringify(import.meta.resolve('./safe-fetch.ts'))};
    await safeFetch('${address}/by-the-door', { allowLoopback: true });
    await new Promise((resolve) => http.get('${address}/by-the-proxy', (response) => response.resume().on('end', resolve)));
  `;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
  expect(asked).toEqual(['/by-the-door', `${address}/by-the-proxy`]);
});
