// Shows the bank's card form in the checkout frame.
//
// The bank's page about this form could not be read. This adapter assumes the interface of Smart Glocal, which has the
// same API. Only `showForm` depends on this assumption.
import type { Static } from 'typebox';
import type { BrowserAdapter, CheckoutHost } from '../port.browser.ts';
import { showCheckout, type CheckoutControls } from '../show-checkout.browser.ts';
import type { bank131, Bank131WidgetBlock } from './provider.ts';

type Block = Static<typeof bank131.paymentReply.block> | Static<typeof Bank131WidgetBlock>;

export const adapter = {
  redirectUrl: (block) => ('FormUrl' in block ? block.FormUrl : undefined),
  async pay(block, host) {
    if (!('WidgetToken' in block)) throw new Error('Bank 131 has its own payment page: open FormUrl.');
    const { ScriptUrl: scriptUrl, GlobalName: globalName, StyleUrl: styleUrl, WidgetToken: token } = block;
    const rules = { ...common, scriptUrl, globalName };
    return showCheckout<FormClass>(host, rules, block, async (checkout, Form) => {
      if (styleUrl !== undefined) checkout.onEnd(addStyle(styleUrl));
      await checkout.withTimeout(showForm(Form, token, checkout, host));
    });
  },
} satisfies BrowserAdapter<Block>;

const common = {
  subject: "Bank 131's form",
  timeoutMs: 30_000,
  leftMessage: 'Widget closed before payment completed',
};

interface FormClass {
  new (
    publicToken: string,
    options: { readonly container: HTMLElement; readonly customerInteractionRedirect: { readonly target: string } },
  ): {
    onReady?: () => void;
    onPaymentStart?: () => void;
    onPaymentSuccess?: () => void;
    onPaymentFail?: (error: unknown) => void;
    render(): void;
    destroy?(): void;
  };
}

function showForm(Form: FormClass, token: string, checkout: CheckoutControls, host: CheckoutHost): Promise<void> {
  const container = document.createElement('div');
  host.container.append(container);
  checkout.onEnd(() => container.remove());
  checkout.followHeight(container);
  // Banks don't allow their 3-D Secure pages to be framed.
  const form = new Form(token, { container, customerInteractionRedirect: { target: '_blank' } });
  checkout.onEnd(() => form.destroy?.());
  return new Promise((resolve) => {
    form.onReady = resolve;
    form.onPaymentStart = () => host.setBusy(true);
    form.onPaymentSuccess = () => checkout.end({ outcome: 'completed' });
    form.onPaymentFail = (error) => {
      host.log.warn('Bank 131 reports a failed payment', error);
      checkout.end({ outcome: 'failed', message: 'Payment failed for some reason!' });
    };
    form.render();
  });
}

function addStyle(href: string): () => void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return () => link.remove();
}
