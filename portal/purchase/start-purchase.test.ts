import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import {
  testPaymentMethods,
  testPaymentReply,
  testProviders,
  createFakePurchaseDeps,
  framePaymentOption,
  testPurchaseStats,
  tabPaymentOption,
  testTransactionId,
  testPurchaseRequest,
  type FakePurchaseOptions,
} from '#portal/testing/fake-purchase.ts';
import type { PaymentResult, PurchaseStep } from './purchase.ts';
import { startPurchase } from './start-purchase.ts';

const needsEmail: PaymentResult = {
  ...testPaymentReply,
  PersonalInfoRequirements: { EmailRequirement: { IsRequired: true, DefaultValue: 'ada@example.org' } },
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(behaviour: FakePurchaseOptions & { readonly from?: 'game' | 'site' } = {}) {
  const purchase = createFakePurchaseDeps(behaviour);
  const flow = startPurchase({ ...testPurchaseRequest, from: behaviour.from ?? 'game' }, purchase.deps);
  const names: string[] = [];
  flow.subscribe(() => names.push(flow.step().name));
  return { ...purchase, flow, names };
}

/** Lets pending promises settle without advancing the clock. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const isStep = (step: PurchaseStep, expected: object) => expect(step).toMatchObject(expected);

test('a purchase in the frame: confirmed, paid, shown for a second, and completed when the server confirms it', async () => {
  const { flow, events, hints, kept, asked } = start({ statuses: ['Created', 'Payed'] });
  await settle();
  isStep(flow.step(), {
    name: 'confirm',
    order: { name: 'Lamp', transactionId: testTransactionId },
    option: framePaymentOption,
  });
  expect(kept()).toBeUndefined();
  flow.pay();
  isStep(flow.step(), { name: 'paying', isBusy: false });
  expect(kept()).toBe(testTransactionId);
  flow.handleFormOutcome({ outcome: 'completed' });
  isStep(flow.step(), { name: 'paying', isCompleted: true });
  expect(hints()).toEqual(['Completed']);
  await vi.advanceTimersByTimeAsync(999);
  isStep(flow.step(), { name: 'paying', isCompleted: true });
  await vi.advanceTimersByTimeAsync(1);
  expect(await flow.ended).toEqual({ outcome: 'paid', transactionId: testTransactionId, stats: testPurchaseStats });
  expect(events).toEqual(['sdk_product_purchase_requested', 'sdk_product_purchase_completed']);
  expect(kept()).toBeUndefined();
  const before = asked.status.length;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked.status).toHaveLength(before);
});

test('a purchase in the store is pushed to the data layer as the site’s', async () => {
  const { flow, events } = start({ from: 'site', statuses: ['Payed'] });
  await settle();
  flow.pay();
  flow.handleFormOutcome({ outcome: 'completed' });
  await vi.advanceTimersByTimeAsync(1000);
  await flow.ended;
  expect(events).toEqual(['site_purchase_requested', 'site_purchase_confirmed']);
});

test('nothing reports the payment before the server confirms it; after three minutes the buyer need not wait', async () => {
  const { flow, asked } = start();
  await settle();
  flow.pay();
  flow.handleFormOutcome({ outcome: 'completed' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(flow.step().name).toBe('confirming');
  await vi.advanceTimersByTimeAsync(180_000);
  expect(flow.step().name).toBe('late');
  // The pauses grow.
  expect(asked.status.length).toBeLessThan(40);
  flow.close();
  expect(await flow.ended).toEqual({
    outcome: 'unconfirmed',
    transactionId: testTransactionId,
    message: 'Payment not completed',
  });
});

test('a failed status request is repeated', async () => {
  const { flow, warnings } = start({ statuses: [new Error('away'), new Error('away'), 'Payed'] });
  await settle();
  flow.pay();
  flow.handleFormOutcome({ outcome: 'completed' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await flow.ended).toMatchObject({ outcome: 'paid' });
  expect(warnings).toHaveLength(2);
});

test('required personal information comes first, and replaces the confirmation', async () => {
  const { flow, asked, names } = start({
    answers: [needsEmail, testPaymentReply],
    options: [undefined, framePaymentOption],
  });
  await settle();
  isStep(flow.step(), { name: 'info', email: 'ada@example.org', isEmailRequired: true });
  flow.sendInfo({ email: 'eve@example.org', phone: '', isAutoConfirm: true });
  await settle();
  expect(asked.save).toEqual([
    { PublicOrderId: testTransactionId, OrderPersonalInfo: { Email: 'eve@example.org', IsAutoConfirm: true } },
  ]);
  expect(names).toEqual(['info', 'info', 'paying']);
  expect(asked.create).toHaveLength(2);
});

test('after personal information a page in a tab still needs a click', async () => {
  const { flow } = start({ answers: [needsEmail, testPaymentReply], options: [undefined, tabPaymentOption] });
  await settle();
  flow.sendInfo({ email: 'eve@example.org', phone: '+4915112345678', isAutoConfirm: false });
  await settle();
  isStep(flow.step(), { name: 'confirm', option: tabPaymentOption });
});

test('information that could not be saved stays on the screen, and is logged', async () => {
  const { flow, warnings } = start({ answers: [needsEmail], options: [undefined], saves: [new Error('no')] });
  await settle();
  flow.sendInfo({ email: 'eve@example.org', phone: '', isAutoConfirm: false });
  await settle();
  isStep(flow.step(), { name: 'info', email: 'eve@example.org', hasFailed: true, isSending: false });
  expect(warnings).toEqual(['The personal information could not be saved.']);
  flow.close();
  expect(await flow.ended).toEqual({ outcome: 'cancelled', message: 'Email input cancelled' });
});

test('in a tab only the server reports the result; the order is then marked completed, and closing reports nothing', async () => {
  const paid = start({ options: [tabPaymentOption], statuses: ['Created', 'Created', 'Payed'] });
  await settle();
  paid.flow.pay();
  isStep(paid.flow.step(), { name: 'away', tabUrl: tabPaymentOption.tabUrl });
  expect(paid.kept()).toBe(testTransactionId);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await paid.flow.ended).toMatchObject({ outcome: 'paid' });
  expect(paid.hints()).toEqual(['Completed']);
  const left = start({ options: [tabPaymentOption] });
  await settle();
  left.flow.pay();
  left.flow.close();
  expect(await left.flow.ended).toMatchObject({ outcome: 'unconfirmed' });
  expect(left.hints()).toEqual([]);
});

test('for a payment in a tab the provider’s own call is polled every second for three minutes, then the buyer need not wait', async () => {
  let count = 0;
  const schedule = { delayMs: 1000, firstPauseMs: 1000, maxPauseMs: 1000, endMs: 180_000 };
  const ask = async () => {
    count += 1;
    return 'Created' as const;
  };
  const { flow, asked, hints } = start({ options: [{ ...tabPaymentOption, tabWatch: { schedule, ask } }] });
  await settle();
  flow.pay();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count).toBe(10);
  isStep(flow.step(), { name: 'away' });
  await vi.advanceTimersByTimeAsync(170_000);
  isStep(flow.step(), { name: 'late' });
  expect(count).toBe(180);
  expect(asked.status).toEqual([]);
  expect(hints()).toEqual([]);
});

test('another provider gets the same key, and an unavailable one changes nothing', async () => {
  const { flow, asked } = start({
    answers: [
      testPaymentReply,
      {
        ...testPaymentReply,
        Providers: testProviders.slice(1),
        PaymentMethods: [{ Method: 'Card', Provider: 'Tabs' }],
      },
      new Error('away'),
    ],
    options: [framePaymentOption, tabPaymentOption],
  });
  await settle();
  flow.choose('Sbp');
  isStep(flow.step(), { name: 'confirm', option: framePaymentOption, chosen: 'Sbp', isChanging: true });
  flow.pay();
  isStep(flow.step(), { name: 'confirm' });
  await settle();
  isStep(flow.step(), {
    name: 'confirm',
    option: tabPaymentOption,
    isChanging: false,
    order: { methods: testPaymentMethods },
  });
  flow.choose('Card');
  await settle();
  isStep(flow.step(), { name: 'confirm', option: tabPaymentOption, chosen: 'Sbp', hasFailed: true });
  expect(asked.create).toMatchObject([
    { IdempotencyKey: 'the-key-of-the-click' },
    { IdempotencyKey: 'the-key-of-the-click', Provider: 'Tabs' },
    { IdempotencyKey: 'the-key-of-the-click', Provider: 'Frames' },
  ]);
});

test('a declined payment can be tried again, or in a tab', async () => {
  const { flow, hints, asked } = start({ options: [framePaymentOption, framePaymentOption, tabPaymentOption] });
  await settle();
  flow.pay();
  flow.handleFormOutcome({ outcome: 'failed', message: 'Payment failed for some reason!' });
  isStep(flow.step(), {
    name: 'failed',
    message: 'Payment failed for some reason!',
    canUseTab: true,
    option: framePaymentOption,
  });
  expect(hints()).toEqual(['Cancelled']);
  flow.retry();
  await settle();
  expect(flow.step().name).toBe('paying');
  flow.handleFormOutcome({ outcome: 'failed', message: '' });
  isStep(flow.step(), { name: 'failed', message: 'Unknown error' });
  flow.retryInTab();
  await settle();
  isStep(flow.step(), { name: 'confirm', option: tabPaymentOption });
  expect(asked.create[2]).toMatchObject({ EmbeddingType: 'Redirect', IdempotencyKey: 'the-key-of-the-click' });
});

test('an unavailable tab is not offered twice', async () => {
  const { flow } = start({ answers: [testPaymentReply, new Error('no page')] });
  await settle();
  flow.pay();
  flow.handleFormOutcome({ outcome: 'failed', message: 'x' });
  flow.retryInTab();
  await settle();
  isStep(flow.step(), { name: 'failed', canUseTab: false, option: framePaymentOption });
});

test('the game gets the reason for a rejected payment, and the next attempt uses the same key', async () => {
  const refusal = new ApiError(
    { title: 'Refused', status: 409, detail: 'lamp is not for sale.' },
    { Code: 'NotFound' },
  );
  const { flow, asked, events } = start({ answers: [refusal, testPaymentReply] });
  await settle();
  isStep(flow.step(), { name: 'failed', message: 'lamp is not for sale.' });
  flow.retry();
  await settle();
  expect(flow.step().name).toBe('confirm');
  expect(new Set(asked.create.map((body) => (body as { IdempotencyKey: string }).IdempotencyKey)).size).toBe(1);
  const other = start({ answers: [new Error('broken')] });
  await settle();
  other.flow.close();
  expect(await other.flow.ended).toEqual({
    outcome: 'failed',
    message: 'An error occurred during the purchase process',
  });
  expect(other.events).toContain('sdk_product_purchase_error');
  expect(events).toEqual(['sdk_product_purchase_requested']);
});

test('an answer without a known provider is a failure with the catalogue’s message', async () => {
  const { flow } = start({ options: [undefined] });
  await settle();
  isStep(flow.step(), { name: 'failed', message: 'Unsupported payment method for FxId web' });
});

test('an order that accepts no more payments may be paid: the server is asked', async () => {
  const paid = new ApiError(
    { title: 'Conflict', status: 409, detail: 'This order is paid already.' },
    { Code: 'Conflict' },
  );
  const { flow } = start({ answers: [testPaymentReply, paid], statuses: ['Payed'] });
  await settle();
  flow.pay();
  flow.handleFormOutcome({ outcome: 'failed', message: 'x' });
  flow.retry();
  await settle();
  expect(await flow.ended).toMatchObject({ outcome: 'paid' });
});

test('closing asks the form to close, waits a second, and then cancels it', async () => {
  const { flow, hints } = start();
  await settle();
  flow.pay();
  flow.close();
  isStep(flow.step(), { name: 'paying', isClosing: true });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await flow.ended).toEqual({ outcome: 'cancelled', message: 'Widget closed before payment completed' });
  expect(hints()).toEqual(['Cancelled']);
});

test('the result that a closing form reports is used, including a completion', async () => {
  const says = start();
  await settle();
  says.flow.pay();
  says.flow.close();
  says.flow.handleFormOutcome({ outcome: 'failed', message: 'Payment widget closed before payment completed!' });
  expect(await says.flow.ended).toMatchObject({
    outcome: 'cancelled',
    message: 'Payment widget closed before payment completed!',
  });
  const paid = start({ statuses: ['Payed'] });
  await settle();
  paid.flow.pay();
  paid.flow.close();
  paid.flow.handleFormOutcome({ outcome: 'completed' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await paid.flow.ended).toMatchObject({ outcome: 'paid' });
  expect(paid.hints()).toEqual(['Completed']);
});

test('after leaving while the provider is processing, the server is asked whether it was paid', async () => {
  for (const how of ['close', 'leave'] as const) {
    const { flow, hints } = start({ statuses: ['Created', 'Payed'] });
    await settle();
    flow.pay();
    flow.setBusy(true);
    flow[how]();
    expect(flow.step().name).toBe('confirming');
    await vi.advanceTimersByTimeAsync(2000);
    expect(hints()).toEqual(['Completed']);
    expect(await flow.ended).toMatchObject({ outcome: 'paid' });
  }
});

test('the back button closes the purchase without waiting for a form', async () => {
  const { flow } = start();
  await settle();
  flow.pay();
  flow.leave();
  expect(await flow.ended).toMatchObject({ outcome: 'cancelled' });
});

test('closing before the payment is created cancels, and the server is notified when the order arrives', async () => {
  const { flow, hints } = start();
  flow.close();
  expect(await flow.ended).toEqual({ outcome: 'cancelled', message: 'Payment not completed' });
  await settle();
  expect(hints()).toEqual(['Cancelled']);
  expect(flow.step().name).toBe('over');
});

test("a payment is noticed even if the form doesn't report its end", async () => {
  const { flow } = start({ statuses: ['Created', 'Payed'] });
  await settle();
  flow.pay();
  await vi.advanceTimersByTimeAsync(20_000);
  isStep(flow.step(), { name: 'paying', isCompleted: true });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await flow.ended).toMatchObject({ outcome: 'paid' });
});

test('an order that the server cancels is not completed', async () => {
  const { flow } = start({ options: [tabPaymentOption], statuses: ['Cancelled'] });
  await settle();
  flow.pay();
  await settle();
  isStep(flow.step(), { name: 'failed', message: 'Payment not completed' });
});

test('a failed hint is only logged', async () => {
  const { flow, warnings } = start({ hint: () => Promise.reject(new Error('away')) });
  await settle();
  flow.close();
  await settle();
  expect(await flow.ended).toMatchObject({ outcome: 'cancelled' });
  expect(warnings).toEqual(['The server could not be told what became of the payment.']);
});
