// An operator's journey through one proxy: the mailed link, an authenticator app, the session's cookie, calls of
// operators and a large upload. Then what must not work: the console's pages and sessions on other hosts, a player's
// token, and addresses outside CONSOLE_NETWORKS.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { eventually } from '#server/testing/eventually.ts';
import { openConsole, operatorEmails, type ConsoleClient } from './console-client.ts';
import { addresses, consoleHost, consoleUrl, gameName, gamesHost, portalUrl, webmailHost } from './internet.ts';
import type { DrillMail } from './mail-server.ts';
import { signInByMail } from './player-journey.ts';
import { fetchJson, sendRequest, type ProxyName } from './send-request.ts';
import type { Step } from './steps.ts';

const overview = '/api/v1/operator/overview';
const session = '/api/v1/console/session';
const codePeriodMs = 30_000;

export async function runConsoleJourney(step: Step, through: ProxyName): Promise<void> {
  const email = operatorEmails[through];
  const operator = openConsole(through);
  let secret = '';
  await step(`${through}: the console opens on its own host`, () => openPage(operator));
  await step(`${through}: an operator follows the mailed link and adds an authenticator app`, async () => {
    secret = await acceptInvitation(operator, email);
  });
  await step(`${through}: the session's cookie is kept from scripts, other hosts and other sites`, async () =>
    checkCookie(operator),
  );
  await step(`${through}: the operator signs in again with a code, and ends that session from the first`, () =>
    signInAgain(openConsole(through), operator, { email, secret }),
  );
  await step(`${through}: pieces of a build reach the server`, () => uploadPiece(operator));
  await step(`${through}: the portal, games and the console stay on their hosts`, () => checkHosts(through, operator));
  await step(`${through}: the console refuses players and other sites`, () => checkOthers(through, operator));
  await step(`${through}: the console exists in its networks only, whatever a caller claims`, () =>
    checkNetworks(operator),
  );
}

const isConsolePage = (body: Buffer): boolean => body.includes('<div id="console">');

async function openPage({ ask }: ConsoleClient): Promise<void> {
  const page = await ask('/');
  assert.equal(page.status, 200);
  assert.ok(isConsolePage(page.body), page.body.toString());
  const { 'content-security-policy': policy, 'strict-transport-security': transport } = page.headers;
  assert.match(String(policy), /default-src 'none'.*frame-ancestors 'none'/);
  assert.match(String(transport), /^max-age=/);
  assert.equal(page.headers['set-cookie'], undefined, 'no session before the sign-in');
  const script = findScript(page.body);
  const { status, headers } = await ask(script);
  assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=31536000, immutable']);
}

function findScript(page: Buffer): string {
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page.toString()) ?? [];
  if (script === undefined) throw new Error(`The page has no script:\n${page.toString()}`);
  return script;
}

/** Returns the secret of the authenticator app. */
async function acceptInvitation({ client, ask, token }: ConsoleClient, email: string): Promise<string> {
  const Token = await readMailedLink(email, 1);
  assert.ok(isConsolePage((await ask('/sign-in')).body));
  const opened = await client.console.openLink({ Token });
  assert.equal(opened.Stage, 'AddSecondFactor');
  assert.equal((await ask(overview)).status, 401, 'a link alone opens no operator call');
  await assert.rejects(client.console.openLink({ Token }), { code: 'TokenExpiredOrUsed' });
  const before = token();
  const { Secret: secret, Url } = await client.console.newAuthenticatorApp({});
  assert.match(Url, /^otpauth:\/\/totp\//);
  const wrong = { Secret: secret, Code: computeCode(secret, 0) };
  await assert.rejects(client.console.addAuthenticatorApp(wrong), { code: 'ProofRefused' });
  const Code = computeCode(secret, Date.now());
  const complete = await client.console.addAuthenticatorApp({ Secret: secret, Code });
  assert.deepEqual([complete.Stage, complete.Operator?.Email, complete.Operator?.Role], ['SignedIn', email, 'owner']);
  assert.notEqual(token(), before, 'the second factor begins a new session');
  const { At } = await client.operatorOverview.figures({});
  assert.ok(Math.abs(Date.parse(At) - Date.now()) < 120_000, At);
  return secret;
}

const computeCode = (secret: string, timestamp: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

/** @param count how many mails there are with it */
async function readMailedLink(email: string, count: number): Promise<string> {
  const address = `https://${webmailHost}/mails.json?to=${encodeURIComponent(email)}`;
  const { text } = await eventually(async () => (await fetchJson<DrillMail[]>(address))[count - 1]);
  const [, found] = /(https:\/\/\S+\/sign-in#token=\S+)/.exec(text) ?? [];
  if (found === undefined) throw new Error(`The mail has no link to the console:\n${text}`);
  const link = new URL(found);
  assert.equal(link.origin, consoleUrl);
  return link.hash.replace('#token=', '');
}

function checkCookie({ setCookie }: ConsoleClient): void {
  const [pair = '', ...attributes] = setCookie().split('; ');
  assert.match(pair, /^__Host-fxid-console=[\w-]{40,}$/);
  assert.deepEqual(attributes.toSorted(), ['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']);
}

async function signInAgain(
  second: ConsoleClient,
  first: ConsoleClient,
  { email, secret }: { readonly email: string; readonly secret: string },
): Promise<void> {
  await second.client.console.requestLink({ Email: email });
  const { Stage } = await second.client.console.openLink({ Token: await readMailedLink(email, 2) });
  assert.equal(Stage, 'SecondFactor');
  assert.equal((await second.ask(overview)).status, 401);
  // The code of the current period may have been used already; the next period's counts too.
  const Code = computeCode(secret, Date.now() + codePeriodMs);
  assert.equal((await second.client.console.proveCode({ Code })).Stage, 'SignedIn');
  const { Devices } = await first.client.console.factors({});
  assert.equal(Devices.length, 2);
  const SessionId = Devices.find(({ IsThis }) => !IsThis)?.SessionId;
  assert.ok(SessionId);
  await first.client.console.endSession({ SessionId });
  assert.equal((await second.ask(overview)).status, 401, 'an ended session');
}

/** A piece is larger than any other body that the proxies accept. */
async function uploadPiece({ client }: ConsoleClient): Promise<void> {
  const { UploadId, PieceBytes } = await client.operatorGames.beginUpload({ Game: gameName, Bytes: 5_000_000 });
  const key = { Game: gameName, UploadId };
  const Base64 = randomBytes(PieceBytes).toString('base64');
  await client.operatorGames.uploadPiece({ ...key, Piece: 0, Base64 });
  await client.operatorGames.abortUpload(key);
}

async function checkHosts(through: ProxyName, { ask, headers }: ConsoleClient): Promise<void> {
  for (const path of ['/', '/Games/gem-miner', '/play/gem-miner', '/sitemap.xml', '/sdk/v1/sdk.js', '/index.html'])
    assert.ok(isConsolePage((await ask(path)).body), `${path} on the console's host`);
  const body = JSON.stringify({ Game: gameName });
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  assert.equal((await ask('/api/v1/store/store_data', post)).status, 404, 'a call of players');
  assert.equal((await ask('/api/v1/hooks/stripe', post)).status, 404, 'a webhook');
  assert.equal((await ask('/metrics')).status, 404);
  // As a program may write the host.
  for (const host of [`${consoleHost}:443`, consoleHost.toUpperCase()]) {
    const page = await ask('/Games/gem-miner', { headers: { host } });
    assert.ok(isConsolePage(page.body), `${host} answers ${page.status} ${page.body.toString().slice(0, 200)}`);
  }
  const script = findScript((await ask('/')).body);
  const request = { headers: { ...headers(), origin: portalUrl }, from: addresses.operator, through };
  for (const origin of [portalUrl, `https://${gameName}.${gamesHost}`]) {
    const asked = async (path: string) => sendRequest(origin + path, request);
    for (const path of ['/', '/overview', '/sign-in', '/console'])
      assert.ok(!isConsolePage((await asked(path)).body), `${origin}${path}`);
    assert.equal((await asked(script)).status, 404, "the console's script");
    assert.equal((await asked(session)).status, 404, "the console's session");
  }
  assert.equal((await sendRequest(portalUrl + overview, request)).status, 401, "an operator's cookie on the portal");
  const bearer = { authorization: `Bearer ${(headers()['cookie'] ?? '').replace(/^[^=]+=/, '')}` };
  assert.equal((await sendRequest(portalUrl + overview, { ...request, headers: bearer })).status, 401);
}

async function checkOthers(through: ProxyName, { ask, headers, token }: ConsoleClient): Promise<void> {
  const player = await signInByMail(through);
  const authorization = `Bearer ${player}`;
  const nobody = { cookie: '' };
  assert.equal((await ask(overview, { headers: { ...nobody, authorization } })).status, 401, "a player's token");
  assert.equal((await ask(overview, { headers: headers(player) })).status, 401, "a player's token as the cookie");
  const asPlayer = { headers: { authorization }, through };
  assert.ok([401, 403].includes((await sendRequest(portalUrl + overview, asPlayer)).status));
  assert.equal((await ask(overview)).status, 200, "the operator's own page");
  for (const origin of [portalUrl, `https://${gameName}.${gamesHost}`, 'null'])
    assert.equal((await ask(overview, { headers: { origin } })).status, 403, `a page of ${origin}`);
  const sameSite = { 'sec-fetch-site': 'same-site' };
  assert.equal((await ask(overview, { headers: sameSite })).status, 403, 'a page of a sibling host');
  const twice = { cookie: `__Host-fxid-console=${token()}; __Host-fxid-console=${token()}` };
  assert.equal((await ask(overview, { headers: twice })).status, 401, 'the cookie twice');
}

async function checkNetworks({ ask }: ConsoleClient): Promise<void> {
  const script = findScript((await ask('/')).body);
  const { operator, player } = addresses;
  const claims: readonly Readonly<Record<string, string>>[] = [
    {},
    { 'x-forwarded-for': operator },
    { 'x-forwarded-for': `${operator}, ${operator}` },
    { 'x-forwarded-for': `${player}, ${operator}` },
    { forwarded: `for=${operator}`, 'x-real-ip': operator, 'x-client-ip': operator, 'true-client-ip': operator },
    { 'x-forwarded-host': consoleHost, 'x-forwarded-for': '127.0.0.1' },
    { host: `${consoleHost}:443`, 'x-forwarded-for': operator },
  ];
  for (const headers of claims)
    for (const path of ['/', '/sign-in', script, session, overview]) {
      const { status, body, headers: sent } = await ask(path, { headers, from: player });
      const what = `${path} with ${JSON.stringify(headers)}`;
      assert.deepEqual([status, sent['set-cookie'], isConsolePage(body)], [404, undefined, false], what);
    }
  const post = { method: 'POST', from: player, headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ Email: operatorEmails.nginx });
  assert.equal((await ask('/api/v1/console/request_link', { ...post, body })).status, 404);
  const claimed = { 'x-forwarded-for': player, forwarded: `for=${player}` };
  assert.equal((await ask(overview, { headers: claimed })).status, 200, 'an operator who claims another address');
}
