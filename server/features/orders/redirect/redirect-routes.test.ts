import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildAccount, buildDocument } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';

let provider: TestProvider;
let server: MoneyTestApp;
let token: string;

beforeAll(async () => {
  provider = createTestProvider(0, { needsEmail: true });
  server = await createMoneyTestApp([provider]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const accountId = await buildAccount(server.database, { name: 'Buyer', email: 'buyer@example.com' });
  token = (await server.sessions.begin(accountId)).token;
});

const address = `/api/v1/store/create_payment_with_redirect/${soldGame}/${soldSku}`;
const ordersOf = async () => server.database.kysely.selectFrom('orders').selectAll().execute();
const tempToken = async () => (await server.client(token).auth.createTempToken({})).TempToken;
const personalInfo = { Email: 'receipt@example.com', PhoneNumber: '+4915112345678', IsAutoConfirm: false };

const readText = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

async function confirm(page: string, ticks = true) {
  const boxes = ticks ? 'hidden|checkbox' : 'hidden';
  const fields = [...page.matchAll(new RegExp(`<input type="(?:${boxes})" name="([^"]+)" value="([^"]*)"`, 'g'))];
  const payload = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, readText(value)])).toString();
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
  return server.app.inject({
    method: 'POST',
    url: action,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

test('opening the address changes nothing; the form consumes the token, once', async () => {
  const before = (await ordersOf()).length;
  const Token = await tempToken();
  const hints = `ProductNameHint=${encodeURIComponent('<b>cheap</b>')}&ProductDescriptionHint=Very%20cheap`;
  const query = `?Token=${Token}&${hints}`;
  const page = await server.app.inject({ url: address + query });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(page.body).toContain('100 gems');
  expect(page.body).toContain('$1.99');
  expect(page.body).not.toContain('<script');
  // The catalogue's name wins. The hint is passed on with the form, as text.
  expect(page.body).not.toContain('<b>cheap');
  expect(page.body).not.toMatch(/>[^<]*cheap/);
  await server.app.inject({ url: address + query });
  expect(await ordersOf()).toHaveLength(before);

  const onward = await confirm(page.body);
  expect(onward.statusCode).toBe(200);
  expect(await ordersOf()).toHaveLength(before + 1);
  expect((await ordersOf()).map(({ product }) => product.hints)).toContainEqual({
    name: '<b>cheap</b>',
    description: 'Very cheap',
  });
  const [, PublicOrderId = '', pageToken = ''] =
    /ContinueWithPI\?PublicOrderId=([0-9a-f-]{36})&amp;Token=(fxo_[\w-]+)/.exec(onward.body) ?? [];
  expect(await server.client().store.merchantPaymentCompleted({ Token: pageToken, Locale: 'de' })).toMatchObject({
    PublicOrderId,
    CheckoutStatus: 'Created',
    OrderPrice: { CurrencyIso4217: 840, LocalizedPrice: '1,99\u00a0$' },
    OrderProduct: { Sku: soldSku, Price: 1.99, LocalizedProductName: '100 Edelsteine' },
  });
  expect((await confirm(page.body)).json()).toMatchObject({ Code: 'TokenExpiredOrUsed' });

  const { RedirectUrl } = await server
    .client()
    .store.continueRedirectWithPi({ PublicOrderId, OrderPersonalInfo: personalInfo });
  const [attemptId = ''] = [...provider.records.keys()].slice(-1);
  expect(RedirectUrl).toBe(`https://pay.example/${attemptId}`);
  const book = provider.records.get(attemptId);
  expect(book?.payment).toMatchObject({
    wantsRedirect: true,
    callerAddress: '127.0.0.1',
    buyer: { email: 'receipt@example.com', phone: '4915112345678' },
    // One pack, whatever its content.
    quantity: 1,
  });
  const endToken = /MerchantPaymentCompleted\/(fxo_[\w-]+)$/.exec(book?.payment.returnUrl ?? '')?.[1] ?? '';
  await server.sendWebhook(provider, [provider.pay(attemptId)]);
  expect(await server.client().store.merchantPaymentCompleted({ Token: endToken })).toMatchObject({
    PublicOrderId,
    Status: 'Created',
    CheckoutStatus: 'Payed',
    OrderProduct: { Sku: soldSku, Price: 1.99 },
  });
  const changed = `${endToken.slice(0, -1)}${endToken.endsWith('A') ? 'B' : 'A'}`;
  await expect(server.client().store.merchantPaymentCompleted({ Token: changed })).rejects.toMatchObject({
    code: 'NotFound',
  });
});

test('requires the documents with the purchase, and orders nothing until the box is ticked', async () => {
  const documents = server.database.kysely.updateTable('documents').where('game', '=', soldGame);
  await buildDocument(server.database, 1, { game: soldGame });
  onTestFinished(async () => void (await documents.set({ need_user_acceptance: false }).execute()));
  const before = (await ordersOf()).length;
  const show = async () => (await server.app.inject({ url: `${address}?Token=${await tempToken()}` })).body;
  const page = await show();
  expect(page).toContain(`/Docs/${soldGame}/tos" target="_blank"`);
  expect(page).toMatch(/<input type="checkbox" name="AcceptedVersions" value="[0-9a-f-]{36}" required>/);
  expect((await confirm(page, false)).json()).toMatchObject({ Code: 'DocumentsNotAccepted' });
  expect(await ordersOf()).toHaveLength(before);
  const forged = (await show()).replace(/(name="AcceptedVersions" value=")[^"]*/, `$1${randomUUID()}`);
  expect((await confirm(forged)).json()).toMatchObject({ Code: 'DocumentsNotAccepted' });
  expect((await confirm(await show())).statusCode).toBe(200);
  expect(await ordersOf()).toHaveLength(before + 1);
  expect(await show()).not.toContain('checkbox');
});

test('only a purchase started by a link continues without a session, for a short time', async () => {
  const { store } = server.client(token);
  const { TransactionId } = await store.createPayment({
    Game: soldGame,
    Sku: soldSku,
    WebPublishingPlatform: 'FxId',
  });
  const go = (PublicOrderId: string) =>
    server.client().store.continueRedirectWithPi({ PublicOrderId, OrderPersonalInfo: personalInfo });
  await expect(go(TransactionId)).rejects.toMatchObject({ code: 'NotFound' });
  await expect(go(randomUUID())).rejects.toMatchObject({ code: 'NotFound' });
  const onward = await confirm((await server.app.inject({ url: `${address}?Token=${await tempToken()}` })).body);
  const PublicOrderId = /PublicOrderId=([0-9a-f-]{36})/.exec(onward.body)?.[1] ?? '';
  server.clock.now = new Date(server.clock.now.getTime() + 3_600_001);
  await expect(go(PublicOrderId)).rejects.toMatchObject({ code: 'NotFound' });
});

test("a session token in the address doesn't count as a one-time token", async () => {
  const page = await server.app.inject({ url: `${address}?Token=${token}` });
  expect((await confirm(page.body)).json()).toMatchObject({ Code: 'TokenExpiredOrUsed' });
});

test('a payment that needs an email address waits for it; a buyer who allowed reuse is not asked again', async () => {
  const { store } = server.client(token);
  const request = {
    Game: soldGame,
    Sku: soldSku,
    WebPublishingPlatform: 'FxId',
    IdempotencyKey: randomUUID(),
  } as const;
  const asked = await store.createPayment(request);
  const { TransactionId: PublicOrderId } = asked;
  expect(asked.PersonalInfoRequirements).toEqual({
    EmailRequirement: { IsRequired: true, DefaultValue: 'buyer@example.com' },
  });
  const attempts = () =>
    server.database.kysely.selectFrom('payment_attempts').selectAll().where('order_id', '=', PublicOrderId).execute();
  expect(await attempts()).toEqual([]);
  const info = { ...personalInfo, IsAutoConfirm: true };
  expect(await store.updateOrderPi({ PublicOrderId, OrderPersonalInfo: info })).toEqual({ Success: true });
  const opened = await store.createPayment(request);
  expect(opened.TransactionId).toBe(PublicOrderId);
  expect(opened).not.toHaveProperty('PersonalInfoRequirements');
  const [attempt] = await attempts();
  expect(provider.records.get(attempt?.attempt_id ?? '')?.payment.buyer.email).toBe('receipt@example.com');
  const { sealed_personal_info: sealed } = await server.database.kysely
    .selectFrom('orders')
    .select('sealed_personal_info')
    .where('order_id', '=', PublicOrderId)
    .executeTakeFirstOrThrow();
  expect(sealed?.toString('latin1')).not.toContain('receipt@example.com');
  const next = await store.createPayment({ ...request, IdempotencyKey: randomUUID() });
  expect(next).not.toHaveProperty('PersonalInfoRequirements');
  await server.sendWebhook(provider, [provider.pay(attempt?.attempt_id ?? '')]);
  expect(await store.updateOrderPi({ PublicOrderId, OrderPersonalInfo: info })).toEqual({ Success: false });
});

test('if the receipt accepts a phone number, the email address is optional', async () => {
  const other = createTestProvider(1, { needsEmail: true, acceptsPhone: true });
  await using app = await createMoneyTestApp([other]);
  const accountId = await buildAccount(app.database, { name: 'Caller' });
  const { store } = app.client((await app.sessions.begin(accountId)).token);
  const request = {
    Game: soldGame,
    Sku: soldSku,
    WebPublishingPlatform: 'FxId',
    IdempotencyKey: randomUUID(),
  } as const;
  const asked = await store.createPayment(request);
  expect(asked.PersonalInfoRequirements).toEqual({ EmailRequirement: { IsRequired: false } });
  await store.updateOrderPi({
    PublicOrderId: asked.TransactionId,
    OrderPersonalInfo: { PhoneNumber: '+4915112345678', IsAutoConfirm: false },
  });
  expect(await store.createPayment(request)).not.toHaveProperty('PersonalInfoRequirements');
  const [record] = [...other.records.values()];
  expect(record?.payment.buyer).toMatchObject({ phone: '4915112345678' });
  expect(record?.payment.buyer).not.toHaveProperty('email');
});

test('the link names the country, whose price counts', async () => {
  const show = async (query: string) =>
    (await server.app.inject({ url: `${address.replace(soldSku, 'gems-550')}?Token=${await tempToken()}${query}` }))
      .body;
  expect(await show('')).toContain('$8.99');
  expect(await show('&CountryHint=TUR')).toContain('$4.49');
  expect(await show('&Country=USA&CountryHint=TUR')).toContain('$8.99');
  const page = await show('&Country=TUR&CountryHint=DEU');
  expect(page).toContain('$4.49');
  expect((await confirm(page)).statusCode).toBe(200);
  expect(await ordersOf()).toContainEqual(
    expect.objectContaining({ sku: 'gems-550', country: 'TUR', price_minor: 449, currency: 'USD' }),
  );
});

test("the link names the platform and the game's payload, and the order has both", async () => {
  const player = await buildAccount(server.database, { name: 'Player', games: [{ game: soldGame, uid: 'player' }] });
  token = (await server.sessions.begin(player)).token;
  const payload = '{"slot":"<7>"}';
  const more = `WebPublishingPlatform=FxLauncher&DeveloperPayload=${encodeURIComponent(payload)}`;
  const page = await server.app.inject({ url: `${address}?Token=${await tempToken()}&${more}` });
  const before = new Set((await ordersOf()).map(({ order_id }) => order_id));
  expect((await confirm(page.body)).statusCode).toBe(200);
  const added = (await ordersOf()).filter(({ order_id }) => !before.has(order_id));
  expect(added).toMatchObject([{ platform: 'FxLauncher', developer_payload: payload }]);
  const unknown = await server.app.inject({
    url: `${address}?Token=${await tempToken()}&WebPublishingPlatform=Nowhere`,
  });
  expect(unknown.statusCode).toBe(400);
});
