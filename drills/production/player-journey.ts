// A player's journey by HTTP through one proxy: opens the portal, signs in by mail, buys, and the game's server
// receives the purchase.
import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { randomUUID } from 'node:crypto';
import { eventually } from '#server/testing/eventually.ts';
import { sendRequest, fetchJson, createPortalClient, type ProxyName } from './send-request.ts';
import { addresses, gameName, gamesHost, portalHost, portalUrl, studioHost, webmailHost } from './internet.ts';
import type { DrillMail } from './mail-server.ts';
import type { Step } from './steps.ts';
import type { ReceivedDelivery } from './studio.ts';

export async function runPlayerJourney(step: Step, through: ProxyName): Promise<void> {
  await step(`${through}: the portal opens over HTTP/2, compressed`, () => openPage(through));
  await step(`${through}: the game has its own host`, () => openGame(through));
  let token = '';
  await step(`${through}: a player signs in by mail with a captcha`, async () => {
    token = await signInByMail(through);
  });
  await step(`${through}: Stripe takes money, and the game's server gets its signed delivery`, () =>
    buyWithStripe(through, token),
  );
  await step(`${through}: Facebook reads the page of a product under the portal's name, and takes money for it`, () =>
    buyOnFacebook(through, token),
  );
}

async function openPage(through: ProxyName): Promise<void> {
  const session = connect(portalUrl, { host: addresses[through], servername: portalHost });
  try {
    const request = session.request({ ':path': '/', 'sec-fetch-mode': 'navigate', 'accept-encoding': 'gzip' });
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      session.once('error', reject);
      request
        .once('response', resolve)
        .once('error', reject)
        .setTimeout(10_000, () => reject(new Error('No answer.')));
    });
    request.close();
    assert.deepEqual([headers[':status'], headers['content-encoding']], [200, 'gzip']);
    assert.match(String(headers['content-security-policy']), /frame-src https:\/\/\*\.games\.example/);
    assert.match(String(headers['strict-transport-security']), /^max-age=/);
  } finally {
    session.close();
  }
}

async function openGame(through: ProxyName): Promise<void> {
  const game = await sendRequest(`https://${gameName}.${gamesHost}/`, { through });
  assert.equal(game.status, 200);
  assert.match(game.body.toString(), /<title>/);
  const nobody = await sendRequest(`https://no-such-game.${gamesHost}/`, { through });
  assert.equal(nobody.status, 404);
}

export async function signInByMail(through: ProxyName, email = `${randomUUID()}@people.example`): Promise<string> {
  const { token: CaptchaResult } = await fetchJson<{ token: string }>(
    'https://challenges.cloudflare.com/turnstile/v0/token',
    {
      method: 'POST',
      headers: {
        origin: `https://captcha.${gamesHost}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'action=email_login',
    },
  );
  const portal = createPortalClient(through);
  const { Token: Handle = '' } = await portal.invite.emailInvite({ CaptchaResult, Email: email, Locale: 'en' });
  const mail = await waitForNewestMail(email);
  const Code = findMailedCode(mail);
  const { Token = '' } = { ...(await portal.auth.authenticateFromEmailCode({ Handle, Code })) };
  assert.notEqual(Token, '', 'the code signs nobody in');
  return Token;
}

export async function waitForNewestMail(email: string): Promise<DrillMail> {
  const address = `https://${webmailHost}/mails.json?to=${encodeURIComponent(email)}`;
  return eventually(async () => (await fetchJson<DrillMail[]>(address)).at(-1));
}

export function findMailedCode({ text }: DrillMail): string {
  const [code] = /\b\d{6}\b/.exec(text) ?? [];
  if (code === undefined) throw new Error(`The mail has no code of six digits:\n${text}`);
  return code;
}

async function buyWithStripe(through: ProxyName, token: string): Promise<void> {
  const portal = createPortalClient(through, token);
  const { TransactionId, Stripe } = await portal.store.createPayment({
    Game: gameName,
    Sku: 'gems-100',
    Currency: 'USD',
    WebPublishingPlatform: 'FxId',
    Provider: 'Stripe',
  });
  assert.equal(Stripe?.ScriptUrl, undefined, 'the script is where Stripe has it');
  const paid = await sendRequest('https://js.stripe.com/endive/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: Stripe?.SessionClientSecret ?? '', how: 'pay' }).toString(),
  });
  assert.equal(paid.status, 200, paid.body.toString());
  await waitForDelivery(TransactionId);
  const isCompleted = async () =>
    (await portal.store.getPaymentStatus({ PublicOrderId: TransactionId })).Status === 'Completed';
  await eventually(isCompleted);
}

async function buyOnFacebook(through: ProxyName, token: string): Promise<void> {
  const portal = createPortalClient(through, token);
  const { TransactionId, FacebookGames: block } = await portal.store.createPayment({
    Game: gameName,
    Sku: 'gems-100',
    Currency: 'USD',
    WebPublishingPlatform: 'FacebookGames',
  });
  assert.ok(block, 'nothing tells the page what to pay');
  const { ProductOgUrl: product, RequestId: request_id, AppId: app_id } = block;
  assert.ok(product.startsWith(`${portalUrl}/products/`), product);
  const page = await sendRequest(product, { through });
  assert.deepEqual([page.status, page.headers['set-cookie']], [200, undefined]);
  assert.ok(page.body.toString().includes(`<meta property="og:url" content="${product}">`), page.body.toString());
  const query = new URLSearchParams({ app_id, product, request_id, quantity: '1', origin: portalUrl });
  const dialog = await sendRequest(`https://graph.facebook.com/dialog/pay?${query.toString()}`);
  const [, payment = ''] = /"token":"(\d+)"/.exec(dialog.body.toString()) ?? [];
  const paid = await fetchJson<{ dialog: { signed_request: string } }>('https://graph.facebook.com/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: payment, how: 'pay' }).toString(),
  });
  const { signed_request: SignedRequest } = paid.dialog;
  const { Status } = await portal.facebookpay.verify({ PublicOrderId: TransactionId, SignedRequest });
  assert.equal(Status, 'Payed');
  await waitForDelivery(TransactionId);
}

export async function waitForDelivery(order: string): Promise<void> {
  const found = await eventually(async () => {
    const all = await fetchJson<ReceivedDelivery[]>(`https://${studioHost}/received.json`);
    return all.find(({ type, data }) => type === 'order.paid' && data.order_id === order);
  });
  assert.ok(found.isSigned, 'the delivery is not signed with the secret of the game');
}
