import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCheckoutHarness } from '../simulator-checkout.browser.ts';
import { adapter } from './adapter.browser.ts';

const block = {
  ProductOgUrl: 'https://portal.example/products/facebookpay/gem-miner/gems-100/USD-499',
  RequestId: '0b1f6c1e7f0a4b599d0a7c6a1f1d2e3fUSD499xcode',
  AppId: '111',
  SdkVersion: 'v3.0',
};
const completed = { payment_id: '1001', status: 'completed', signed_request: 'code.text' };

function openDialog(verify: (input: object) => Promise<{ Status: 'Payed' }> = async () => ({ Status: 'Payed' })) {
  const harness = createCheckoutHarness();
  const verified: object[] = [];
  const asked: object[] = [];
  const inits: object[] = [];
  const opened = Promise.withResolvers<(answer: unknown) => void>();
  vi.stubGlobal('FB', {
    init: (options: object) => void inits.push(options),
    ui: (options: object, answered: (answer: unknown) => void) => {
      asked.push(options);
      opened.resolve(answered);
    },
  });
  const calls = {
    verify: (input: object) => {
      verified.push(input);
      return verify(input);
    },
  };
  const outcome = adapter.payHere(block, { ...harness.host, orderId: 'order-1', calls });
  return {
    ...harness,
    outcome,
    verified,
    asked,
    inits,
    answer: async (given: unknown) => (await opened.promise)(given),
  };
}

afterEach(() => vi.unstubAllGlobals());

describe("Facebook's dialog", () => {
  it('is opened with the product, quantity 1 and the request id; its signed request goes to the server', async () => {
    const { outcome, answer, asked, inits, verified, scripts, busy } = openDialog();
    await answer(completed);
    expect(await outcome).toEqual({ outcome: 'completed' });
    expect(asked).toEqual([
      {
        method: 'pay',
        action: 'purchaseitem',
        product: block.ProductOgUrl,
        quantity: 1,
        request_id: block.RequestId,
      },
    ]);
    expect(inits).toMatchObject([{ appId: '111', version: 'v3.0', cookie: false }]);
    expect(verified).toEqual([{ PublicOrderId: 'order-1', SignedRequest: 'code.text' }]);
    // The platform has already loaded the script.
    expect(scripts).toEqual([]);
    expect(busy).toEqual([true, false]);
  });

  it.each([
    ['the buyer cancelled', { error_code: 1383010, error_message: 'User canceled' }, 'cancelled'],
    ['it was closed', undefined, 'cancelled'],
    ['it was closed, with null as reply', null, 'cancelled'],
    ['it failed', { status: 'failed' }, 'failed'],
    ['it is not finished', { status: 'initiated' }, 'failed'],
    ['its status is missing', {}, 'failed'],
  ])('that ends because %s is not completed', async (_, given, expected) => {
    const { outcome, answer, verified } = openDialog();
    await answer(given);
    expect(await outcome).toEqual({ outcome: expected, message: 'Payment not completed' });
    expect(verified).toEqual([]);
  });

  it.each([1383001, '1383051', 1383104])('that cannot take the payment (%j) ends, and logs the code', async (code) => {
    const { outcome, answer, warnings } = openDialog();
    await answer({ error_code: code, error_message: 'x' });
    expect(await outcome).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(JSON.stringify(warnings)).toContain(String(code));
  });

  it('that only initiated a payment still sends its signed request', async () => {
    const { outcome, answer, verified } = openDialog();
    await answer({ ...completed, status: 'initiated' });
    expect(await outcome).toEqual({ outcome: 'failed', message: 'Payment not completed' });
    expect(verified).toHaveLength(1);
  });

  it('that ends after the modal was closed still sends its signed request', async () => {
    const { outcome, answer, verified, close, asked } = openDialog();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    close();
    expect(await outcome).toEqual({ outcome: 'cancelled', message: 'Payment not completed' });
    await answer(completed);
    expect(verified).toHaveLength(1);
  });

  it('is completed although the server could not be notified: a webhook reports it', async () => {
    const { outcome, answer, warnings } = openDialog(() => Promise.reject(new Error('offline')));
    await answer(completed);
    expect(await outcome).toEqual({ outcome: 'completed' });
    expect(warnings).toHaveLength(1);
  });
});
