// Xsolla's Pay Station in the checkout frame, by its widget 1.2.9, whose faults are lived with here: handlers cannot be removed one
// by one, `close` says nothing, `open` twice makes two frames, on phones it would open a window, and it believes whatever page its
// frame has been led to. What the buyer is told to have done is a hint in any case.
import type { Static } from 'typebox';
import type { BrowserHalf, CheckoutHost, PaymentOutcome } from '../port.browser.ts';
import { showCheckout } from '../show-checkout.browser.ts';
import type { xsolla } from './provider.ts';

type Block = Static<typeof xsolla.paymentReply.block>;

export const half = {
  redirectUrl: (block) => block.ConfirmationUrl,
  pay,
} satisfies BrowserHalf<Block>;

const rules = {
  subject: "Xsolla's widget",
  scriptUrl: 'https://cdn.xsolla.net/embed/paystation/1.2.9/widget.min.js',
  // The second would not know the handlers of the first.
  isLoaded: () => findWidget() !== undefined,
  blockedMessage: 'No Xsolla widget in window!',
  leftMessage: 'Payment widget closed before payment completed!',
  // Until Pay Station says anything. The widget itself shows whatever there is after 30 s.
  patienceMs: 45_000,
};
const firstHeightPx = 640;

function pay(block: Block, host: CheckoutHost): Promise<PaymentOutcome> {
  const { ScriptUrl: scriptUrl = rules.scriptUrl } = block;
  return showCheckout(host, { ...rules, scriptUrl }, async (checkout) => {
    const widget = findWidget();
    if (!widget) return checkout.end({ outcome: 'failed', message: rules.blockedMessage });
    const firstWord = Promise.withResolvers<void>();
    const guard = guardMessages(originOf(block), (command, data) => {
      firstWord.resolve();
      if (command === 'dimensions') setHeight(data, host);
    });
    checkout.atEnd(() => {
      guard.stop();
      // First the handlers: closing it tells them that the buyer has left. One that was never open may throw.
      widget.off();
      widget.close();
    });
    // With a handler it removes nothing; bare it removes all, also those of a purchase before.
    widget.off();
    widget.on('status-delivering', () => {
      // The server is being told: whoever closes it now has paid all the same.
      checkout.markPaid();
      host.setBusy(true);
    });
    widget.on('status-done', () => checkout.end({ outcome: 'completed' }));
    widget.on('close', checkout.leave);
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
    return checkout.inTime(firstWord.promise);
  });
}

/** What we use of the widget. */
interface Widget {
  init(options: object): void;
  open(): void;
  close(): void;
  on(events: string, handler: () => void): void;
  off(): void;
}

const findWidget = (): Widget | undefined => (globalThis as { XPayStationWidget?: Widget }).XPayStationWidget;

function originOf({ Sandbox, ScriptUrl }: Block): string {
  if (ScriptUrl !== undefined) return new URL(ScriptUrl, location.href).origin;
  return Sandbox ? 'https://sandbox-secure.xsolla.com' : 'https://secure.xsolla.com';
}

function setHeight(data: unknown, host: CheckoutHost): void {
  const { dimensions } = (data ?? {}) as { dimensions?: { height?: unknown } };
  const height = Number(dimensions?.height);
  if (height > 0 && Number.isFinite(height)) host.setHeight(height);
}

/**
 * The widget looks at the window that a message comes from and not at its origin: the page of a bank to which Pay Station has led its
 * frame could tell it that all is paid. This listens before it, and lets pass what Pay Station says, and what is our own.
 */
function guardMessages(
  trustedOrigin: string,
  read: (command: string, data: unknown) => void,
): { readonly stop: () => void } {
  const listen = (event: MessageEvent<unknown>): void => {
    // The portal around the frame is looked at by its own listener.
    if (event.source === window.parent && window.parent !== window) return;
    const { command, data } = event.origin === trustedOrigin ? parse(event.data) : {};
    if (typeof command === 'string') read(command, data);
    // The widget cannot read anything else, and throws.
    else event.stopImmediatePropagation();
  };
  window.addEventListener('message', listen, { capture: true });
  return { stop: () => window.removeEventListener('message', listen, { capture: true }) };
}

/** Both sides write JSON texts. */
function parse(text: unknown): { command?: unknown; data?: unknown } {
  if (typeof text !== 'string') return {};
  try {
    return (JSON.parse(text) as { command?: unknown; data?: unknown } | null) ?? {};
  } catch {
    // Not theirs.
    return {};
  }
}
