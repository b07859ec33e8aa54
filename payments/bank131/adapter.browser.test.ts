import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCheckoutHarness } from '../simulator-checkout.browser.ts';
import { adapter } from './adapter.browser.ts';

class BankForm {
  static last: BankForm | undefined;
  onReady?: () => void;
  onPaymentStart?: () => void;
  onPaymentSuccess?: () => void;
  onPaymentFail?: (error: unknown) => void;
  readonly token: string;
  readonly options: { readonly container: HTMLElement; readonly customerInteractionRedirect: object };
  readonly destroy = vi.fn();

  constructor(token: string, options: BankForm['options']) {
    this.token = token;
    this.options = options;
    BankForm.last = this;
  }

  render(): void {
    this.options.container.textContent = 'Card number';
    this.onReady?.();
  }
}

const block = {
  WidgetToken: 'public-1',
  ScriptUrl: 'https://widget.131.ru/payment-form.js',
  GlobalName: 'BankForm',
  StyleUrl: 'https://widget.131.ru/payment-form.css',
};

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

async function show() {
  vi.stubGlobal('BankForm', BankForm);
  const harness = createCheckoutHarness();
  const outcome = adapter.pay(block, harness.host);
  const form = await vi.waitFor(() => {
    if (!BankForm.last) throw new Error('It is not there yet.');
    return BankForm.last;
  });
  BankForm.last = undefined;
  return { ...harness, outcome, form };
}

describe('the form', () => {
  it('is rendered with the token, in its own style, and 3-D Secure leaves the frame', async () => {
    const { form, host, scripts, close } = await show();
    expect(scripts).toEqual([block.ScriptUrl]);
    expect(form.token).toBe('public-1');
    expect(form.options.customerInteractionRedirect).toEqual({ target: '_blank' });
    expect(host.container.textContent).toBe('Card number');
    expect(document.head.querySelector('link')?.href).toBe(block.StyleUrl);
    close();
  });

  it('is busy once its button is pressed, and ends with success', async () => {
    const { form, busy, outcome, host } = await show();
    form.onPaymentStart?.();
    expect(busy).toEqual([true]);
    form.onPaymentSuccess?.();
    expect(await outcome).toEqual({ outcome: 'completed' });
    expect(form.destroy).toHaveBeenCalledOnce();
    expect(host.container.childElementCount).toBe(0);
    expect(document.head.querySelector('link')).toBeNull();
  });

  it('ends with a failure', async () => {
    const { form, outcome, warnings } = await show();
    form.onPaymentFail?.({ code: 'declined_by_issuer_bank' });
    expect(await outcome).toEqual({ outcome: 'failed', message: 'Payment failed for some reason!' });
    expect(warnings).toHaveLength(1);
  });

  it('ends when it is closed', async () => {
    const { outcome, close } = await show();
    close();
    expect(await outcome).toEqual({ outcome: 'cancelled', message: 'Widget closed before payment completed' });
  });
});

it("a created payment leads to the portal's page, not to a form", async () => {
  const created = { FormUrl: 'https://portal.example/Store/BankCard?PublicId=1' };
  expect(adapter.redirectUrl?.(created)).toBe(created.FormUrl);
  await expect(adapter.pay(created, createCheckoutHarness().host)).rejects.toThrow('FormUrl');
});
