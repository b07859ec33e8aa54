import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCheckoutHarness, type CheckoutHarness } from '../simulator-checkout.browser.ts';
import { adapter } from './adapter.browser.ts';

const block = { PaymentUri: 'https://cpg.money.mail.ru/api/init/freepay?order_id=1' };
const failed = { outcome: 'failed', message: 'Payment failed for some reason!' };
const completed = { outcome: 'completed' };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Said {
  readonly data: unknown;
  readonly origin?: string;
  readonly source?: Window | null;
}

async function show(changes: object = {}, harness: CheckoutHarness = createCheckoutHarness()) {
  const outcome = adapter.pay({ ...block, ...changes }, harness.host);
  const frame = await vi.waitFor(() => {
    const found = harness.host.container.querySelector('iframe');
    if (!found) throw new Error('There is no frame yet.');
    return found;
  });
  frame.dispatchEvent(new Event('load'));
  const say = ({ data, origin = 'https://cpg.money.mail.ru', source = frame.contentWindow }: Said) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
  return { ...harness, outcome, frame, say };
}

const text = (action: unknown) => JSON.stringify({ action, action_params: {} });

describe('the page of Money.Mail.Ru', () => {
  it("is shown in the modal's frame, and removed at the end", async () => {
    const { frame, say, outcome, host, heights } = await show();
    expect(frame.src).toBe(block.PaymentUri);
    expect(heights).toEqual([640]);
    say({ data: text('paySuccess') });
    expect(await outcome).toEqual(completed);
    expect(host.container.childElementCount).toBe(0);
  });

  it.each([
    [text('paySuccess'), completed],
    [text('closeWindow'), completed],
    [text('payError'), failed],
    ['<payment/>', failed],
    ['', failed],
    ['null', failed],
    [undefined, failed],
    [{ action: 'paySuccess' }, completed],
  ])('ends on the message %j', async (data, expected) => {
    const { say, outcome } = await show();
    say({ data });
    expect(await outcome).toEqual(expected);
  });

  it.each(['https://cpg.money.mail.ru', 'https://pw.money.mail.ru', 'https://money.mail.ru'])(
    'is trusted from %s',
    async (origin) => {
      const { say, outcome } = await show();
      say({ data: text('payError'), origin });
      expect(await outcome).toEqual(failed);
    },
  );

  const strangers: [who: string, said: Partial<Said>][] = [
    ['another window', { source: window }],
    ['no window', { source: null }],
    ['another host in its frame', { origin: 'https://acs.bank.example' }],
    ['a subdomain', { origin: 'https://evil.cpg.money.mail.ru' }],
    ['a host with the same start', { origin: 'https://money.mail.ru.evil.example' }],
    ['the same host without encryption', { origin: 'http://cpg.money.mail.ru' }],
    ['another port', { origin: 'https://cpg.money.mail.ru:8443' }],
    ['a page without an origin', { origin: 'null' }],
  ];
  it.each(strangers)('ignores messages from %s', async (_, stranger) => {
    const { say, outcome, close } = await show();
    for (const data of [text('paySuccess'), text('payError'), 'no JSON', undefined]) say({ data, ...stranger });
    close();
    expect(await outcome).toEqual({ outcome: 'cancelled', message: 'Payment not completed' });
  });

  it('continues after unknown messages', async () => {
    const { say, outcome } = await show();
    for (const data of [text('ready'), text(1), '{}', '[]', '{"height":400}']) say({ data });
    say({ data: text('paySuccess') });
    expect(await outcome).toEqual(completed);
  });

  it('accepts messages only from the configured origins', async () => {
    const { say, outcome } = await show({ PageOrigins: ['http://localhost:8080'] });
    say({ data: text('payError') });
    say({ data: text('paySuccess'), origin: 'http://localhost:8080' });
    expect(await outcome).toEqual(completed);
  });

  it('ends when the modal is closed, and ignores later messages', async () => {
    const { say, outcome, close, warnings } = await show();
    close();
    say({ data: text('paySuccess') });
    expect(await outcome).toEqual({ outcome: 'cancelled', message: 'Payment not completed' });
    expect(warnings).toEqual([]);
  });

  it('that does not load within half a minute fails, and logs it', async () => {
    vi.useFakeTimers();
    const { host, warnings } = createCheckoutHarness();
    // The simulated DOM fires the frame's load event at once.
    vi.spyOn(HTMLIFrameElement.prototype, 'addEventListener').mockImplementation(() => undefined);
    const outcome = adapter.pay(block, host);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toEqual({ outcome: 'failed', message: 'Unknown error' });
    expect(warnings).toHaveLength(1);
  });

  it('is an error without a URL', async () => {
    await expect(adapter.pay({ PaymentUri: '/' }, createCheckoutHarness().host)).rejects.toThrow(
      'returned no payment address',
    );
  });
});
