// The portal's side of the checkout frame: a provider's form on a separate origin, so that third-party scripts can't
// reach the portal. Each frame is one attempt.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentOutcome } from '#payments/port.browser.ts';
import { log } from '#portal/log.ts';
import { purchaseErrorMessagesForGame } from '#portal/purchase/purchase.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import {
  readCheckoutMessageFromFrame,
  buildCheckoutMessageToFrame,
  type CheckoutMessageFromPortal,
} from '#portal/checkout/messages.ts';
import './checkout-frame.css';

export interface CheckoutFrameListener {
  /** The buyer has pressed the provider's button, or that action has ended. */
  setBusy(isBusy: boolean): void;
  /** How the buyer left the form: a hint, never a proof. */
  handleFormOutcome(outcome: PaymentOutcome): void;
}

export function CheckoutFrame({
  folder,
  block,
  isClosing,
  listener,
}: {
  folder: string;
  block: unknown;
  isClosing: boolean;
  /** Must stay the same object while the frame exists. */
  listener: CheckoutFrameListener;
}) {
  const { t, i18n } = useTranslation();
  // A change of language must not reload the form.
  const [form] = useState(() => ({ address: frameAddress(folder), locale: i18n.language, block }));
  const [heightPx, setHeightPx] = useState<number>();
  const frame = useRef<HTMLIFrameElement>(null);
  const { address } = form;
  useEffect(() => {
    const { locale, block: shown } = form;
    if (address !== undefined) return listenToFrame(frame, { address, locale, block: shown, setHeightPx, listener });
    log.error('No payment form can be shown: checkoutUrl must be on a separate origin.');
    listener.handleFormOutcome({ outcome: 'failed', message: purchaseErrorMessagesForGame.unknown });
    return undefined;
  }, [address, form, listener]);
  useEffect(() => {
    if (isClosing && address !== undefined) postToFrame(frame.current?.contentWindow, address, { say: 'closing' });
  }, [isClosing, address]);
  if (address === undefined) return null;
  return (
    <div className="checkout-frame" aria-busy={heightPx === undefined}>
      <iframe
        ref={frame}
        src={address}
        title={t('purchase.formTitle')}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- its origin is another one: frameAddress makes sure of it
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        allow="payment"
        referrerPolicy="origin"
        style={heightPx === undefined ? undefined : { height: heightPx }}
      />
      {heightPx === undefined && <p role="status">{t('loading')}</p>}
    </div>
  );
}

/** If the frame sends no message within this time, it has failed to load. */
const silenceMs = 20_000;

interface Listening {
  readonly address: string;
  readonly locale: string;
  readonly block: unknown;
  readonly setHeightPx: (heightPx: number) => void;
  readonly listener: CheckoutFrameListener;
}

function listenToFrame(frame: RefObject<HTMLIFrameElement | null>, listening: Listening): () => void {
  const { address, locale, block, setHeightPx, listener } = listening;
  const { origin } = new URL(address);
  const ending = new AbortController();
  const silence = setTimeout(() => {
    log.warn(`The checkout frame at ${origin} sent no message within ${silenceMs} ms.`);
    listener.handleFormOutcome({ outcome: 'failed', message: purchaseErrorMessagesForGame.unknown });
  }, silenceMs);
  const receive = (event: MessageEvent<unknown>): void => {
    const frameWindow = frame.current?.contentWindow;
    const message = readCheckoutMessageFromFrame(event, { window: frameWindow, origin });
    if (message === undefined) return;
    clearTimeout(silence);
    if (message.say === 'ready') {
      postToFrame(frameWindow, address, { say: 'start', block, locale });
      // The button that had the focus is gone.
      frame.current?.focus();
    }
    if (message.say === 'size') setHeightPx(message.heightPx);
    if (message.say === 'busy') listener.setBusy(message.isBusy);
    if (message.say === 'outcome') listener.handleFormOutcome(message.outcome);
  };
  window.addEventListener('message', receive, { signal: ending.signal });
  return () => {
    ending.abort();
    clearTimeout(silence);
  };
}

function postToFrame(frame: Window | null | undefined, address: string, message: CheckoutMessageFromPortal): void {
  frame?.postMessage(buildCheckoutMessageToFrame(message), new URL(address).origin);
}

function frameAddress(folder: string): string | undefined {
  const { checkoutUrl = '' } = runtimeConfig;
  const origin = URL.canParse(checkoutUrl) ? new URL(checkoutUrl).origin : window.location.origin;
  return origin === window.location.origin ? undefined : `${origin}/?provider=${encodeURIComponent(folder)}`;
}
