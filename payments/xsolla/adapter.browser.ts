// Xsolla's Pay Station in the checkout frame, by its widget 1.2.9, whose faults are lived with here: handlers cannot be removed one
// by one, `close` says nothing, `open` twice makes two frames, on phones it would open a window, and it believes whatever page its
// frame has been led to. What the buyer is told to have done is a hint in any case.
import type { Static } from 'typebox';
import type { BrowserHalf, CheckoutHost, PaymentOutcome } from '../port.browser.ts';
import { guardMessages } from './guard-messages.browser.ts';
import type { xsolla } from './provider.ts';

type Block = Static<typeof xsolla.paymentReply.block>;

export const half = {
  redirectUrl: (block) => block.ConfirmationUrl,
  pay,
} satisfies BrowserHalf<Block>;

const widgetScript = 'https://cdn.xsolla.net/embed/paystation/1.2.9/widget.min.js';
const closedMessage = 'Payment widget closed before payment completed!';
// Until Pay Station says anything. The widget itself shows whatever there is after 30 s.
const patienceMs = 45_000;
const firstHeightPx = 640;

/** The end of the one before: the widget is one for the whole page. */
let cleared: Promise<unknown> = Promise.resolve();

function pay(block: Block, host: CheckoutHost): Promise<PaymentOutcome> {
  const outcome = cleared.then(() => payAlone(block, host));
  // Whoever waits for it hears of its fault.
  cleared = outcome.catch(() => undefined);
  return outcome;
}

async function payAlone(block: Block, host: CheckoutHost): Promise<PaymentOutcome> {
  if (host.closing.aborted) return { outcome: 'cancelled', message: closedMessage };
  const widget = await loadWidget(block, host);
  if (!widget) return { outcome: 'failed', message: 'No Xsolla widget in window!' };
  if (host.closing.aborted) return { outcome: 'cancelled', message: closedMessage };

  const ended = Promise.withResolvers<PaymentOutcome>();
  let isPaid = false;
  // Paid, and the server is being told: whoever closes it now has paid all the same.
  const leave = () =>
    ended.resolve(isPaid ? { outcome: 'completed' } : { outcome: 'cancelled', message: closedMessage });
  const fail = (error: unknown) => {
    host.log.warn("Xsolla's widget could not be shown", error);
    ended.resolve({ outcome: 'failed', message: 'Unknown error' });
  };
  const silence = setTimeout(() => fail(new Error(`Pay Station said nothing for ${patienceMs} ms`)), patienceMs);
  const messages = guardMessages(originOf(block), (command, data) => {
    clearTimeout(silence);
    if (command === 'dimensions') setHeight(data, host);
  });
  host.closing.addEventListener('abort', leave, { once: true });
  try {
    // With a handler it removes nothing; bare it removes all, also those of a purchase before.
    widget.off();
    widget.on('status-delivering', () => {
      isPaid = true;
      host.setBusy(true);
    });
    widget.on('status-done', () => ended.resolve({ outcome: 'completed' }));
    widget.on('close', leave);
    widget.init({
      access_token: block.PaymentToken,
      sandbox: block.Sandbox,
      // Else phones get a window of their own, which is blocked or never tells that it was closed.
      iframeOnly: true,
      // The modal around the frame is dark enough, and has the button for closing.
      lightbox: { closeByClick: false, contentMargin: '0px', overlayBackground: '#ffffff' },
    });
    host.setHeight(firstHeightPx);
    widget.open();
  } catch (error) {
    fail(error);
  }
  const outcome = await ended.promise;
  clearTimeout(silence);
  host.closing.removeEventListener('abort', leave);
  clear(widget, host);
  messages.stop();
  host.setBusy(false);
  return outcome;
}

/** What we use of the widget. */
interface Widget {
  init(options: object): void;
  open(): void;
  close(): void;
  on(events: string, handler: () => void): void;
  off(): void;
}

async function loadWidget(block: Block, host: CheckoutHost): Promise<Widget | undefined> {
  const found = () => (globalThis as { XPayStationWidget?: Widget }).XPayStationWidget;
  // A page that has it already does not get it twice: the second would not know the handlers of the first.
  if (found()) return found();
  try {
    await host.loadScript(block.ScriptUrl ?? widgetScript);
  } catch (error) {
    host.log.warn("Xsolla's widget could not be loaded", error);
  }
  return found();
}

/** First the handlers: closing it tells them that the buyer has left. One that was never open may throw. */
function clear(widget: Widget, host: CheckoutHost): void {
  try {
    widget.off();
    widget.close();
  } catch (error) {
    host.log.warn("Xsolla's widget could not be closed", error);
  }
}

function originOf({ Sandbox, ScriptUrl }: Block): string {
  if (ScriptUrl !== undefined) return new URL(ScriptUrl, location.href).origin;
  return Sandbox ? 'https://sandbox-secure.xsolla.com' : 'https://secure.xsolla.com';
}

function setHeight(data: unknown, host: CheckoutHost): void {
  const { dimensions } = (data ?? {}) as { dimensions?: { height?: unknown } };
  const height = Number(dimensions?.height);
  if (height > 0 && Number.isFinite(height)) host.setHeight(height);
}
