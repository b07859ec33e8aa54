// Shows YooKassa's widget in the checkout frame, or YooKassa's page in a tab. The first result counts: a `modal_close`
// may follow a `success`.
import type { BrowserAdapterOf } from '../port.browser.ts';
import { showCheckout } from '../show-checkout.browser.ts';
import type { yookassa } from './provider.ts';

export const adapter = {
  redirectUrl: (block) => (block.Redirect ? block.ConfirmationUrl : undefined),
  async pay(block, host) {
    const { ConfirmationToken: token } = block;
    if (!token) throw new Error('YooKassa returned neither a token nor a payment address. Start the purchase again.');
    return showCheckout<WidgetClass>(host, rules, block, async (checkout, Widget) => {
      const element = document.createElement('div');
      element.id = containerId;
      host.container.append(element);
      checkout.onEnd(() => element.remove());
      checkout.followHeight(element);
      const widget = new Widget({
        confirmation_token: token,
        customization: { modal: false },
        error_callback: (error) => checkout.fail(error),
      });
      checkout.onEnd(() => widget.destroy());
      widget.on('success', () => checkout.end({ outcome: 'completed' }));
      widget.on('fail', () => checkout.end({ outcome: 'failed', message: 'Payment failed for some reason!' }));
      widget.on('modal_close', checkout.leave);
      await checkout.withTimeout(widget.render(containerId));
    });
  },
} satisfies BrowserAdapterOf<typeof yookassa>;

const rules = {
  subject: "YooKassa's widget",
  scriptUrl: 'https://yookassa.ru/checkout-widget/v1/checkout-widget.js',
  globalName: 'YooMoneyCheckoutWidget',
  timeoutMs: 30_000,
  leftMessage: 'Widget closed before payment completed',
};
const containerId = 'yookassa-widget';

interface WidgetClass {
  new (options: {
    readonly confirmation_token: string;
    readonly customization: { readonly modal: boolean };
    readonly error_callback: (error: { readonly error?: string } | undefined) => void;
  }): {
    on(event: 'success' | 'fail' | 'modal_close', listener: () => void): void;
    render(containerId: string): Promise<void>;
    destroy(): void;
  };
}
