// Shows Xsolla's Pay Station in the checkout frame. Works around bugs of widget 1.5.4: on phones it would open a
// window, and it trusts messages from any page in its frame.
import {
  payStationScript,
  startPayStation,
  stopPayStation,
  type PayStationWidget,
} from '#kit/xsolla/widget.browser.ts';
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
        // The widget throws on any other message.
        if (typeof command !== 'string') return false;
        firstWord.resolve();
        if (command === 'dimensions') checkout.setHeight((data as Dimensions)?.dimensions?.height);
        return true;
      });
      checkout.onEnd(() => {
        stopListening();
        stopPayStation(widget);
      });
      const paid = (): void => {
        // A buyer who closes the modal now has already paid.
        checkout.markPaid();
        host.setBusy(true);
      };
      const done = (): void => checkout.end({ outcome: 'completed' });
      // The modal around the frame already has a dark backdrop and a close button.
      const lightbox = { contentMargin: '0px', overlayBackground: '#ffffff' };
      startPayStation(widget, block, { paid, done, closed: checkout.leave }, lightbox);
      host.setHeight(firstHeightPx);
      widget.open();
      return checkout.withTimeout(firstWord.promise);
    });
  },
} satisfies BrowserAdapterOf<typeof xsolla>;

const rules = {
  subject: "Xsolla's widget",
  scriptUrl: payStationScript.scriptUrl,
  globalName: payStationScript.globalName,
  // A second copy of the script would lack the first one's handlers.
  loadsOnce: true,
  blockedMessage: payStationScript.missingMessage,
  leftMessage: payStationScript.leftMessage,
  // How long to wait for Pay Station's first message. The widget shows its frame after 30 s at the latest.
  timeoutMs: 45_000,
};
const firstHeightPx = 640;

function chooseOrigin({ Sandbox, ScriptUrl }: { readonly Sandbox: boolean; readonly ScriptUrl?: string }): string {
  if (ScriptUrl !== undefined) return new URL(ScriptUrl, location.href).origin;
  return Sandbox ? 'https://sandbox-secure.xsolla.com' : 'https://secure.xsolla.com';
}

type Dimensions = { readonly dimensions?: { readonly height?: unknown } | null } | null | undefined;
