// Xsolla's Pay Station in the checkout frame, by its widget 1.5.4, whose faults are lived with here: `close` says nothing, on phones
// it would open a window, and it believes whatever page its frame has been led to. What the buyer is told to have done is a hint in
// any case.
import { payStation, startWidget, stopWidget, type PayStationWidget } from '#kit/xsolla/widget.browser.ts';
import { listenToFrame } from '../listen-to-frame.browser.ts';
import type { BrowserAdapterOf } from '../port.browser.ts';
import { showCheckout } from '../show-checkout.browser.ts';
import type { xsolla } from './provider.ts';

export const adapter = {
  redirectUrl: (block) => block.ConfirmationUrl,
  pay(block, host) {
    return showCheckout<PayStationWidget>(host, rules, block, async (checkout, widget) => {
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
        stopWidget(widget);
      });
      const paid = (): void => {
        // Whoever closes it now has paid all the same.
        checkout.markPaid();
        host.setBusy(true);
      };
      const done = (): void => checkout.end({ outcome: 'completed' });
      // The modal around the frame is dark enough, and has the button for closing.
      const lightbox = { contentMargin: '0px', overlayBackground: '#ffffff' };
      startWidget(widget, block, { paid, done, closed: checkout.leave }, lightbox);
      host.setHeight(firstHeightPx);
      widget.open();
      return checkout.inTime(firstWord.promise);
    });
  },
} satisfies BrowserAdapterOf<typeof xsolla>;

const rules = {
  subject: "Xsolla's widget",
  scriptUrl: payStation.scriptUrl,
  globalName: payStation.globalName,
  // The second would not know the handlers of the first.
  loadsOnce: true,
  blockedMessage: payStation.missingMessage,
  leftMessage: payStation.leftMessage,
  // Until Pay Station says anything. The widget itself shows whatever there is after 30 s.
  patienceMs: 45_000,
};
const firstHeightPx = 640;

function chooseOrigin({ Sandbox, ScriptUrl }: { readonly Sandbox: boolean; readonly ScriptUrl?: string }): string {
  if (ScriptUrl !== undefined) return new URL(ScriptUrl, location.href).origin;
  return Sandbox ? 'https://sandbox-secure.xsolla.com' : 'https://secure.xsolla.com';
}

/** As far as it is there. */
type Dimensions = { readonly dimensions?: { readonly height?: unknown } | null } | null | undefined;
