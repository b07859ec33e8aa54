// A whole purchase over HTTP: the payment page's calls, the bank's signed confirmation requests, and the job that
// replies to them. Runs in a separate process because the simulator keeps its records in memory.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProviders } from '#server/features/orders/providers/load-providers.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import type { SimulatedWebhook } from '../simulator-port.server.ts';
import { simulator } from './simulator.server.ts';

let vendors: SimulatedVendors;
let server: MoneyTestApp;
const clock = { now: new Date() };
const place = {
  at: 'http://vendors.example/lab/vendors/bank131',
  hookUrl: 'http://vendors.example/api/v1/hooks/bank131',
  now: () => clock.now,
};

beforeAll(async () => {
  const loaded = await loadProviders();
  const providers = loaded.flatMap((each) => (each.folder === 'bank131' && each.family === 'payments' ? [each] : []));
  vendors = await simulateVendors(() => clock.now);
  server = await createMoneyTestApp(
    providers.map((each) => ({ loaded: each, settings: {} })),
    { clock, providers, settings: vendors.settings, vendorFetch: vendors.fetch },
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

async function buy() {
  const accountId = await buildAccount(server.database, { name: 'Buyer' });
  const { token } = await server.sessions.begin(accountId);
  const { store } = server.client(token);
  const wish = { Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'FxId', Provider: 'Bank131' } as const;
  const { PublicOrderId } = await store.createOrder({ Game: soldGame, Sku: soldSku, Currency: 'RUB' });
  const { Bank131 } = await store.createPayment({ ...wish, PublicOrderId });
  const PublicId = new URL(Bank131?.FormUrl ?? '').searchParams.get('PublicId') ?? '';
  const status = async () => (await store.getPaymentStatus({ PublicOrderId })).Status;
  return { token, PublicOrderId, PublicId, formUrl: Bank131?.FormUrl, status };
}

const anybody = () => server.client().bank131;

async function send(webhooks: readonly SimulatedWebhook[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const { body, headers } of webhooks) {
    const url = '/api/v1/hooks/bank131';
    statuses.push((await server.app.inject({ method: 'POST', url, payload: body, headers })).statusCode);
  }
  return statuses;
}
const act = (name: string, attemptId: string) => simulator.act(name as 'pay', { attemptId }, place);

test("the URL of the page contains the attempt's id, which is a capability in itself", async () => {
  const { formUrl, PublicId, PublicOrderId } = await buy();
  expect(formUrl).toMatch(/^https?:\/\/[^/]+\/Store\/BankCard\?PublicId=[0-9a-f-]{36}$/);
  expect(PublicId).not.toBe(PublicOrderId);
  const info = await anybody().paymentInfo({ PublicId, Locale: 'de' });
  expect(info).toMatchObject({ State: 'Open', Company: 'FxId Games LLC', TakesCards: true });
  expect(info.ProductInfo).toMatchObject({ Sku: soldSku, Currency: 'RUB' });
  expect(info.RedirectUris.Success).toContain(`/Store/Return/${PublicOrderId}`);
  // The order id that games know does not open the payment.
  await expect(anybody().paymentInfo({ PublicId: PublicOrderId })).rejects.toMatchObject({ code: 'NotFound' });
});

test('the card form is for the signed-in buyer; SBP is for anyone with the URL', async () => {
  const { PublicId, token } = await buy();
  await expect(anybody().tokenize({ PublicId })).rejects.toMatchObject({ status: 401 });
  const other = await buy();
  await expect(server.client(other.token).bank131.tokenize({ PublicId })).rejects.toMatchObject({ code: 'NotFound' });
  const widget = await server.client(token).bank131.tokenize({ PublicId });
  expect(widget).toMatchObject({ GlobalName: 'SimulatedBankForm', WidgetToken: expect.stringMatching(/./) });
  expect(JSON.stringify(widget)).not.toContain('PRIVATE KEY');
});

test('a card is charged after our confirmation, which a job sends once, and then the bank reports the payment', async () => {
  const { PublicId, status } = await buy();
  const asking = await act('ask to confirm', PublicId);
  expect(await send([...asking, ...asking])).toEqual([200, 200]);
  expect(await anybody().payWithCard({ PublicId })).toEqual({ Success: false });
  await server.jobs.runDue('payment-confirm');
  // The simulated bank has charged the card, but its webhook has not arrived yet.
  expect(await anybody().payWithCard({ PublicId })).toEqual({ Success: true });
  expect(await status()).toBe('PayedWaitingForSending');
  expect(await anybody().paymentInfo({ PublicId })).toMatchObject({ State: 'Paid', CardInfo: { Last4: '4242' } });
  await expect(anybody().payWithSbp({ PublicId })).rejects.toMatchObject({ code: 'Conflict' });
  expect(await anybody().payWithCard({ PublicId })).toEqual({ Success: true });
});

test('an order that can no longer be paid is not charged: we cancel it at the bank', async () => {
  const { PublicId, status } = await buy();
  const asking = await act('ask to confirm', PublicId);
  clock.now = new Date(clock.now.getTime() + 25 * 3600_000);
  await send(asking);
  await server.jobs.runDue('payment-confirm');
  // We rejected the confirmation, so the session is closed.
  expect(await act('pay', PublicId)).toEqual([]);
  expect(await status()).not.toBe('PayedWaitingForSending');
});

test('anyone with the URL gets the SBP link, and the payment is delivered', async () => {
  const { PublicId, status } = await buy();
  expect(await send(await act('pay later', PublicId))).toEqual([200]);
  expect(await anybody().payWithSbp({ PublicId })).toEqual({ SbpLink: 'https://qr.nspk.ru/SIMULATED' });
  expect(await send(await act('pay', PublicId))).toEqual([200]);
  expect(await status()).toBe('PayedWaitingForSending');
  expect(await anybody().paymentInfo({ PublicId })).toMatchObject({ State: 'Paid' });
});
