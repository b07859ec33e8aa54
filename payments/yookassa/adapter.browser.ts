// YooKassa's widget in the checkout frame, or YooKassa's own page in a tab. The widget tells success and failure; leaving is
// closing our modal, and where the widget draws one of its own, closing that. Whichever comes first counts: a `modal_close` may
// follow a `success`.
import type { Static } from 'typebox';
import type { BrowserHalf, CheckoutHost, PaymentOutcome } from '../port.browser.ts';
import type { yookassa } from './provider.ts';

type Block = Static<typeof yookassa.paymentReply.block>;

export const half = {
  redirectUrl: (block) => (block.Redirect ? block.ConfirmationUrl : undefined),
  pay,
} satisfies BrowserHalf<Block>;

const widgetScript = 'https://yookassa.ru/checkout-widget/v1/checkout-widget.js';
// The script has been loaded by then; what is left is the form itself.
const patienceMs = 30_000;
const containerId = 'yookassa-widget';

async function pay(block: Block, host: CheckoutHost): Promise<PaymentOutcome> {
  const { ConfirmationToken: token } = block;
  if (!token) throw new Error('YooKassa gave neither a token nor an address to pay at. Begin the purchase again.');
  const ended = Promise.withResolvers<PaymentOutcome>();
  const leave = () => ended.resolve({ outcome: 'cancelled', message: 'Widget closed before payment completed' });
  const fault = (why: unknown) => {
    host.log.warn("YooKassa's widget could not be shown", why);
    ended.resolve({ outcome: 'failed', message: 'Unknown error' });
  };
  host.closing.addEventListener('abort', leave, { once: true });
  if (host.closing.aborted) leave();

  const element = document.createElement('div');
  element.id = containerId;
  const sizes = new ResizeObserver(() => host.setHeight(element.scrollHeight));
  let widget: Widget | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = async (): Promise<void> => {
    await host.loadScript(block.ScriptUrl ?? widgetScript);
    if (host.closing.aborted) return;
    host.container.append(element);
    sizes.observe(element);
    widget = createWidget({
      confirmation_token: token,
      customization: { modal: false },
      error_callback: (error) => fault(error),
    });
    widget.on('success', () => ended.resolve({ outcome: 'completed' }));
    widget.on('fail', () => ended.resolve({ outcome: 'failed', message: 'Payment failed for some reason!' }));
    widget.on('modal_close', leave);
    timer = setTimeout(() => fault(new Error(`It said nothing for ${patienceMs} ms`)), patienceMs);
    await widget.render(containerId);
    clearTimeout(timer);
  };
  show().catch(fault);

  const outcome = await ended.promise;
  clearTimeout(timer);
  host.closing.removeEventListener('abort', leave);
  sizes.disconnect();
  try {
    widget?.destroy();
  } catch (error) {
    host.log.warn("YooKassa's widget could not be taken away", error);
  }
  element.remove();
  return outcome;
}

/** What we use of the script. */
interface Widget {
  on(event: 'success' | 'fail' | 'modal_close', listener: () => void): void;
  render(containerId: string): Promise<void>;
  destroy(): void;
}

interface WidgetOptions {
  readonly confirmation_token: string;
  readonly customization: { readonly modal: boolean };
  /** `error` is the code, such as `token_expired`. */
  readonly error_callback: (error: { readonly error?: string } | undefined) => void;
}

function createWidget(options: WidgetOptions): Widget {
  const { YooMoneyCheckoutWidget } = globalThis as { YooMoneyCheckoutWidget?: new (options: WidgetOptions) => Widget };
  if (!YooMoneyCheckoutWidget) throw new Error("YooKassa's script was loaded and is not there");
  return new YooMoneyCheckoutWidget(options);
}
