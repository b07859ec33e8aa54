import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProviderCallPayment, ProviderCallTools } from '../port.server.ts';
import {
  sampleAttemptId,
  testHostTime,
  sampleOrderId,
  sampleAttemptReference,
  createTestHostFactory,
  type PreparedResponse,
} from '../simulator-host.server.ts';
import { bank131CallHandlers } from './calls.server.ts';
import type { Bank131Host } from './client.server.ts';
import { simulatedKeys } from './simulator-api.server.ts';

const widget = { ScriptUrl: 'https://widget.131.ru/form.js', GlobalName: 'BankForm' };
const { hostWith, asked, warnings } = createTestHostFactory<Bank131Host['settings']>({
  Project: 'unit_project',
  PrivateKey: simulatedKeys.ours.privateKey,
  BankPublicKeys: [simulatedKeys.bank.publicKey],
  Mode: 'Demo',
  Company: { Name: 'Games LLC', Address: '12 Invented Street' },
  Widget: widget,
});

const sessionId = 'ps_1';
const payment: ProviderCallPayment = {
  ...sampleAttemptReference,
  amountMinor: 14_900,
  currency: 'RUB',
  providerPaymentId: sessionId,
  game: 'gem-miner',
  isPayable: true,
  status: 'WaitingForPayment',
  product: { Price: 149, Currency: 'RUB', UsdPrice: 2, LocalizedProductName: 'A hundred gems' },
  price: { Price: 149, Currency: 'RUB', LocalizedPrice: '149 ₽' },
  locale: 'en',
  returnUrls: { success: 'https://game.example/won', failure: 'https://portal.example/Store/Return/1' },
};
const over = (
  status: ProviderCallPayment['status'],
  changes: Partial<ProviderCallPayment> = {},
): ProviderCallPayment => ({
  ...payment,
  isPayable: false,
  status,
  ...changes,
});

const metadata = JSON.stringify({ attempt_id: sampleAttemptId, order_id: sampleOrderId });
const money = { amount: 14_900, currency: 'rub' };
const card = { type: 'card', card: { brand: 'mir', last4: '4242' } };
const sbp = { type: 'faster_payment_system' };
const link = 'https://qr.nspk.ru/AS1000';
const withLink = { customer_interaction: { type: 'inform', inform: { qr: { content: link } } } };
const pay = (status: string, changes: object = {}) => ({
  id: 'pm_1',
  status,
  amount_details: money,
  metadata,
  payment_details: card,
  ...changes,
});
const session = (status: string, ...payments: object[]) => ({
  status: 'ok',
  session: { id: sessionId, status, acquiring_payments: payments },
});
const refusal = (code: string) => ({ http: 400, status: 'error', error: { code, description: '' } });

/** `applied` and `refreshed` record what the call requested from the core. */
function ask<Name extends keyof typeof bank131CallHandlers>(
  name: Name,
  answers: readonly PreparedResponse[],
  about = payment,
  changes: Partial<Bank131Host['settings']> = {},
) {
  const applied: unknown[] = [];
  const refreshed: true[] = [];
  const tools: ProviderCallTools = {
    payment: about,
    refresh: async () => void refreshed.push(true),
    applyEvents: async (events) => {
      applied.push(...events);
      return 'done';
    },
  };
  // All calls take the same arguments, which the compiler cannot see.
  const call = bank131CallHandlers[name] as (
    input: object,
    host: Bank131Host,
    tools: ProviderCallTools,
  ) => ReturnType<(typeof bank131CallHandlers)[Name]>;
  return { reply: call({ PublicId: sampleAttemptId }, hostWith(answers, changes), tools), applied, refreshed };
}
const paths = () => asked.map(({ url }) => url.slice('https://demo.bank131.ru/api/v1/'.length));

describe('the payment information', () => {
  it('contains the product, the seller and the return URLs; the state comes from our own row', async () => {
    const { reply, refreshed } = ask('paymentInfo', []);
    expect(await reply).toEqual({
      State: 'Open',
      BankInfo: { Name: 'Bank 131' },
      ProductInfo: payment.product,
      LocalizedPrice: '149 ₽',
      RedirectUris: { Success: 'https://game.example/won', Failure: 'https://portal.example/Store/Return/1' },
      Company: 'Games LLC',
      Address: '12 Invented Street',
      TakesCards: true,
    });
    expect(refreshed).toEqual([true]);
    expect(asked).toEqual([]);
  });

  it.each([
    ['Cancelled', over('Cancelled')],
    ['Cancelled', over('CancelledPaid')],
    ['Failed', over('WaitingForPayment')],
  ])('reports a closed payment: %s', async (State, about) => {
    const { reply, refreshed } = ask('paymentInfo', [], about);
    expect(await reply).toMatchObject({ State });
    expect(refreshed).toEqual([]);
  });

  it('contains the card that was used, if the bank reports it', async () => {
    const paid = over('PayedWaitingForSending');
    const { reply } = ask('paymentInfo', [session('accepted', pay('succeeded'))], paid);
    expect(await reply).toMatchObject({ State: 'Paid', CardInfo: { Brand: 'mir', Last4: '4242' } });
    const bySbp = ask('paymentInfo', [session('accepted', pay('succeeded', { payment_details: sbp }))], paid);
    expect(await bySbp.reply).not.toHaveProperty('CardInfo');
    const silent = ask('paymentInfo', [[500, {}]], over('Completed'));
    expect(await silent.reply).toMatchObject({ State: 'Paid' });
    expect(warnings).toEqual([expect.stringContaining('card')]);
  });

  it('leaves out a payment a day after it closed', async () => {
    const createdAt = new Date(testHostTime.getTime() - 24 * 3600_000 - 1);
    await expect(ask('paymentInfo', [], over('Completed', { createdAt })).reply).rejects.toMatchObject({
      code: 'NotFound',
    });
    expect(await ask('paymentInfo', [], { ...payment, createdAt }).reply).toMatchObject({ State: 'Open' });
  });

  it('reports that cards are not available', async () => {
    const { reply } = ask('paymentInfo', [], payment, { Widget: undefined as never });
    expect(await reply).toMatchObject({ TakesCards: false });
  });
});

describe("the bank's form", () => {
  it("gets a token for this session, and returns to the order's URLs", async () => {
    const { reply } = ask('tokenize', [{ status: 'ok', public_token: 'public-1' }]);
    expect(await reply).toEqual({ WidgetToken: 'public-1', ...widget });
    expect(asked[0]).toMatchObject({
      url: 'https://demo.bank131.ru/api/v1/token',
      body: {
        acquiring_widget: {
          session_id: sessionId,
          success_return_url: 'https://game.example/won',
          failure_return_url: 'https://portal.example/Store/Return/1',
        },
      },
    });
  });

  it('is refused if it is not set up, the payment is closed, or the bank rejects it', async () => {
    const without = ask('tokenize', [], payment, { Widget: undefined as never });
    await expect(without.reply).rejects.toMatchObject({ code: 'NotConfigured' });
    await expect(ask('tokenize', [], over('Completed')).reply).rejects.toMatchObject({ code: 'Conflict' });
    const { reply } = ask('tokenize', [refusal('session_wrong_state')]);
    await expect(reply).rejects.toMatchObject({ code: 'PaymentRefused' });
  });
});

describe('paying by card', () => {
  it('queries the bank, and applies the events that it proves', async () => {
    const { reply, applied } = ask('payWithCard', [session('accepted', pay('succeeded'))]);
    expect(await reply).toEqual({ Success: true });
    expect(applied).toMatchObject([{ kind: 'paid', attemptId: sampleAttemptId, amountMinor: 14_900 }]);
  });

  it('is not a success while the bank is processing it, or if it failed', async () => {
    const waiting = ask('payWithCard', [session('in_progress', pay('pending'))]);
    expect(await waiting.reply).toEqual({ Success: false });
    expect(waiting.applied).toEqual([]);
    const failed = ask('payWithCard', [session('cancelled', pay('failed'))]);
    expect(await failed.reply).toEqual({ Success: false });
    expect(failed.applied).toMatchObject([{ kind: 'failed' }]);
  });

  it('sends no request if the payment is closed', async () => {
    expect(await ask('payWithCard', [], over('Completed')).reply).toEqual({ Success: true });
    expect(await ask('payWithCard', [], over('Cancelled')).reply).toEqual({ Success: false });
    expect(asked).toEqual([]);
  });
});

describe('paying by SBP', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const waiting = session('in_progress', pay('pending', { payment_details: sbp }));
  const linked = session('in_progress', pay('in_progress', { payment_details: sbp, ...withLink }));

  it('starts it once, with its own key, and waits for the link', async () => {
    const { reply } = ask('payWithSbp', [session('created'), waiting, waiting, linked]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await reply).toEqual({ SbpLink: link });
    expect(paths()).toEqual(['session/status', 'session/start/payment', 'session/status', 'session/status']);
    expect(asked[1]).toMatchObject({
      headers: { 'x-partner-idempotency-key': `${sampleAttemptId}:sbp:0` },
      body: {
        session_id: sessionId,
        payment_details: { type: 'faster_payment_system', faster_payment_system: {} },
        amount_details: money,
        customer: { reference: sampleOrderId },
        payment_options: { return_url: 'https://game.example/won' },
        metadata,
      },
    });
  });

  it('returns the existing link', async () => {
    expect(await ask('payWithSbp', [linked]).reply).toEqual({ SbpLink: link });
    expect(paths()).toEqual(['session/status']);
  });

  it('returns none after ten seconds: the page asks again', async () => {
    const { reply } = ask('payWithSbp', Array<object>(20).fill(waiting));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reply).toEqual({});
    expect(asked.length).toBeLessThanOrEqual(11);
  });

  it('starts again after a failed card, and not while a card payment is pending', async () => {
    const after = ask('payWithSbp', [session('in_progress', pay('failed')), linked]);
    expect(await after.reply).toEqual({ SbpLink: link });
    expect(asked[1]?.headers).toMatchObject({ 'x-partner-idempotency-key': `${sampleAttemptId}:sbp:1` });
    const busy = ask('payWithSbp', [session('in_progress', pay('pending'))]);
    await expect(busy.reply).rejects.toMatchObject({ code: 'Conflict' });
  });

  it('reads the session if another request was faster, and reports a rejection', async () => {
    const late = ask('payWithSbp', [session('created'), refusal('session_wrong_state'), linked]);
    expect(await late.reply).toEqual({ SbpLink: link });
    const no = ask('payWithSbp', [session('created'), refusal('activity_count_exceeded')]);
    await expect(no.reply).rejects.toMatchObject({ code: 'PaymentRefused' });
  });

  it('ends when the payment ends', async () => {
    const ended = session('cancelled', pay('failed', { payment_details: sbp }));
    const { reply } = ask('payWithSbp', [waiting, ended]);
    const end = expect(reply).rejects.toMatchObject({ code: 'Conflict' });
    await vi.advanceTimersByTimeAsync(2000);
    await end;
    await expect(ask('payWithSbp', [], over('Completed')).reply).rejects.toMatchObject({ code: 'Conflict' });
  });

  it('ignores an invalid link', async () => {
    const odd = { customer_interaction: { inform: { qr: { content: 'javascript:alert(1)' } } } };
    const wrong = session('in_progress', pay('in_progress', { payment_details: sbp, ...odd }));
    const { reply } = ask('payWithSbp', [wrong, linked]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await reply).toEqual({ SbpLink: link });
  });
});
