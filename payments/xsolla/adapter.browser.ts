// Xsolla's Pay Station in the checkout frame, by its widget 1.5.4, whose faults are lived with here: `close` says nothing, on phones
// it would open a window, and it believes whatever page its frame has been led to. What the buyer is told to have done is a hint in
// any case.
import { listenToFrame } from '../listen-to-frame.browser.ts';
import type { BrowserHalfOf } from '../port.browser.ts';
import { showCheckout } from '../show-checkout.browser.ts';
import type { xsolla } from './provider.ts';

export const half = {
  redirectUrl: (block) => block.ConfirmationUrl,
  pay(block, host) {
    return showCheckout<Widget>(host, rules, block, async (checkout, widget) => {
      const firstWord = Promise.withResolvers<void>();
      const stopListening = listenToFrame(chooseOrigin(block), ({ command, data }) => {
        // The widget cannot read anything else, and throws.
        if (typeof command !== 'string') return false;
        firstWord.resolve();
        if (command === 'dimensions') checkout.setHeight((data as Dimensions)?.dimensions?.height);
        return true;
      });
      checkout.atEnd(() => {
        stopListening();
        // First the handlers: closing it tells them that the buyer has left. One that was never open may throw.
        widget.off();
        widget.close();
      });
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
  },
} satisfies BrowserHalfOf<typeof xsolla>;

const rules = {
  subject: "Xsolla's widget",
  scriptUrl: 'https://cdn.xsolla.net/payments-bucket-prod/embed/1.5.4/widget.min.js',
  globalName: 'XPayStationWidget',
  // The second would not know the handlers of the first.
  loadsOnce: true,
  blockedMessage: 'No Xsolla widget in window!',
  leftMessage: 'Payment widget closed before payment completed!',
  // Until Pay Station says anything. The widget itself shows whatever there is after 30 s.
  patienceMs: 45_000,
};
const firstHeightPx = 640;

/** What we use of the widget. */
interface Widget {
  init(options: object): void;
  open(): void;
  close(): void;
  on(events: string, handler: () => void): void;
  off(): void;
}

function chooseOrigin({ Sandbox, ScriptUrl }: { readonly Sandbox: boolean; readonly ScriptUrl?: string }): string {
  if (ScriptUrl !== undefined) return new URL(ScriptUrl, location.href).origin;
  return Sandbox ? 'https://sandbox-secure.xsolla.com' : 'https://secure.xsolla.com';
}

/** As far as it is there. */
type Dimensions = { readonly dimensions?: { readonly height?: unknown } | null } | null | undefined;
