// What a reference configuration guarantees: callers cannot forge their address, body sizes are limited, and other host
// names and the server's metrics stay private.
import assert from 'node:assert/strict';
import http from 'node:http';
import http2 from 'node:http2';
import { sendRequest, type DrillResponse, type RequestOptions, type ProxyName } from './send-request.ts';
import { addresses, gameName, gamesHost, portalHost, portalUrl } from './internet.ts';
import type { Step } from './steps.ts';

export async function checkProxy(step: Step, through: ProxyName): Promise<void> {
  await step(`${through}: the client address is the real one, a forged one is ignored`, () => checkAddresses(through));
  await step(`${through}: a forged host is ignored, and other hosts are rejected`, () => checkHosts(through));
  await step(`${through}: a body that is too large is rejected with 413`, () => checkBodies(through));
  await step(`${through}: cookies of games that exceed the limit are deleted, needed headers reach the node`, () =>
    checkCookies(through),
  );
  await step(`${through}: http redirects to https, and metrics are not public`, () => checkGateways(through));
}

/** The server accepts YooKassa's webhooks by source address, so its response shows which address it sees. */
async function checkAddresses(through: ProxyName): Promise<void> {
  const body = JSON.stringify({ type: 'notification', event: 'deal.closed', object: { id: 'none' } });
  const notice = async (from: string, forged?: string): Promise<number> => {
    const headers = {
      'content-type': 'application/json',
      ...(forged !== undefined && { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged }),
    };
    return (await sendRequest(`${portalUrl}/api/v1/hooks/yookassa`, { method: 'POST', headers, body, from, through }))
      .status;
  };
  assert.equal(await notice(addresses.yookassa), 200, 'from YooKassa');
  assert.equal(await notice(addresses.player), 400, 'from somebody else');
  assert.equal(await notice(addresses.player, addresses.yookassa), 400, "from somebody who says that he is YooKassa's");
  assert.equal(
    await notice(addresses.yookassa, addresses.player),
    200,
    'from YooKassa, with a header of somebody else',
  );
}

async function checkHosts(through: ProxyName): Promise<void> {
  const headers = { 'x-forwarded-host': `${gameName}.${gamesHost}`, 'x-forwarded-proto': 'http' };
  assert.equal((await sendRequest(`https://no-such-game.${gamesHost}/`, { headers, through })).status, 404);
  await assert.rejects(sendRequest('https://www.elsewhere.example/', { through }), 'a name that is not ours');
}

async function checkBodies(through: ProxyName): Promise<void> {
  const address = `${portalUrl}/api/v1/store/store_data`;
  const type = { 'content-type': 'application/json' };
  // The body is only announced: the proxy responds before it arrives.
  const announced = { ...type, 'content-length': String(1024 * 1024) };
  assert.equal((await askAnew(address, { method: 'POST', headers: announced, through })).status, 413);
  const body = JSON.stringify({ Game: 'x'.repeat(300 * 1024) });
  const { status, headers } = await askAnew(address, { method: 'POST', headers: type, body, through });
  assert.deepEqual([status, headers['content-type']], [413, 'application/problem+json; charset=utf-8']);
}

/**
 * HAProxy may close the connection while the body is still being sent, and the response is lost. Only that error is
 * retried.
 */
async function askAnew(address: string, asked: RequestOptions, tries = 5): Promise<DrillResponse> {
  return sendRequest(address, asked).catch((error: NodeJS.ErrnoException) => {
    const isLost = asked.through === 'haproxy' && /ECONNRESET|EPIPE/.test(error.code ?? '');
    if (tries === 1 || !isLost) throw error;
    return askAnew(address, asked, tries - 1);
  });
}

/** Chromium stores 180 cookies of 4 kB per site and sends them as separate headers over HTTP/2. */
const fullCookieJar = Array.from({ length: 180 }, (_, number) => `c${number}=${'x'.repeat(4000)}`);

async function checkCookies(through: ProxyName): Promise<void> {
  const address = `https://${gameName}.${gamesHost}/`;
  const asks = { 'HTTP/1.1': askWithCookies, 'HTTP/2': askWithCookiesOverHttp2 };
  for (const [protocol, askWith] of Object.entries(asks)) {
    const refused = await askWith(address, fullCookieJar, through);
    assert.deepEqual(refused, { status: 431, clears: '"cookies"' }, `a full jar over ${protocol}`);
    const read = await askWith(address, fullCookieJar.slice(0, 15), through);
    assert.deepEqual(read, { status: 200, clears: undefined }, `60 kB over ${protocol}`);
  }
}

interface CookieAnswer {
  readonly status: number;
  readonly clears: unknown;
}

async function askWithCookies(address: string, cookies: readonly string[], through: ProxyName): Promise<CookieAnswer> {
  const { status, headers } = await sendRequest(address, { headers: { cookie: cookies.join('; ') }, through });
  return { status, clears: headers['clear-site-data'] };
}

async function askWithCookiesOverHttp2(
  address: string,
  cookies: readonly string[],
  through: ProxyName,
): Promise<CookieAnswer> {
  const { host, pathname } = new URL(address);
  const session = http2.connect(`https://${addresses[through]}`, {
    servername: host,
    maxSendHeaderBlockLength: 2 ** 21,
  });
  try {
    return await new Promise<CookieAnswer>((resolve, reject) => {
      session.once('error', reject);
      const request = session.request(
        { ':authority': host, ':path': pathname, cookie: [...cookies] },
        { signal: AbortSignal.timeout(30_000) },
      );
      request.once('error', reject);
      request.once('response', (headers) =>
        resolve({ status: headers[':status'] ?? 0, clears: headers['clear-site-data'] }),
      );
      request.resume();
    });
  } finally {
    session.destroy();
  }
}

async function checkGateways(through: ProxyName): Promise<void> {
  const { status, headers } = await askPlainly(addresses[through], '/play/gem-miner?lang=en');
  assert.deepEqual([status, headers.location], [308, `${portalUrl}/play/gem-miner?lang=en`]);
  assert.equal((await sendRequest(`${portalUrl}/metrics`, { through })).status, 404);
}

function askPlainly(host: string, path: string): Promise<{ status: number; headers: http.IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const options = { host, path, headers: { host: portalHost }, signal: AbortSignal.timeout(10_000) };
    const request = http.get(options, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    request.once('error', reject);
  });
}
