// The provider's form, in the checkout frame: an origin of its own, so that the scripts of others in it cannot reach the portal.
// The frame is given the payment's block after it has said that it is ready, and nothing else. One frame is one try.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { readFromFrame, toFrame, type FromPortal } from '#portal/checkout/messages.ts';
import { log } from '#portal/log.ts';
import { messages, type PurchaseFlow, type PurchaseStep } from '#portal/purchase/purchase.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { OrderLine } from './OrderLine.tsx';

export function CheckoutStep({ step, flow }: { step: PurchaseStep & { name: 'paying' }; flow: PurchaseFlow }) {
  const { t, i18n } = useTranslation();
  const { order, way, isClosing, isCompleted } = step;
  // What it was first drawn with: a change of language must not load the form anew.
  const [{ address, locale, block }] = useState(() => ({
    address: frameAddress(way.folder),
    locale: i18n.language,
    block: way.block,
  }));
  const [heightPx, setHeightPx] = useState<number>();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (address !== undefined) return listenToFrame(frame, { address, locale, block, setHeightPx, flow });
    log.error('No form can be shown: checkoutUrl of the page names no address on an origin of its own.');
    flow.takeFormOutcome({ outcome: 'failed', message: messages.unknown });
    return undefined;
  }, [address, locale, block, flow]);
  useEffect(() => {
    if (isClosing && address !== undefined) tellFrame(frame.current?.contentWindow, address, { say: 'closing' });
  }, [isClosing, address]);
  if (address === undefined) return null;
  return (
    <>
      <OrderLine order={order} isCompact />
      <div className="checkout-frame" aria-busy={heightPx === undefined}>
        <iframe
          ref={frame}
          src={address}
          title={t('purchase.form')}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- its origin is another one: frameAddress makes sure of it
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
          allow="payment"
          referrerPolicy="origin"
          style={heightPx === undefined ? undefined : { height: heightPx }}
        />
        {heightPx === undefined && <p role="status">{t('loading')}</p>}
      </div>
      <p className="unseen" role="status">
        {isCompleted ? t('purchase.completed') : ''}
      </p>
    </>
  );
}

/** A frame that has not said a word by then was not loaded. */
const silenceMs = 20_000;

interface Listening {
  readonly address: string;
  readonly locale: string;
  readonly block: unknown;
  readonly setHeightPx: (heightPx: number) => void;
  readonly flow: PurchaseFlow;
}

function listenToFrame(frame: RefObject<HTMLIFrameElement | null>, listening: Listening): () => void {
  const { address, locale, block, setHeightPx, flow } = listening;
  const { origin } = new URL(address);
  const ending = new AbortController();
  const silence = setTimeout(() => {
    log.warn(`The checkout frame at ${origin} has not said a word in ${silenceMs} ms.`);
    flow.takeFormOutcome({ outcome: 'failed', message: messages.unknown });
  }, silenceMs);
  const receive = (event: MessageEvent<unknown>): void => {
    const frameWindow = frame.current?.contentWindow;
    const message = readFromFrame(event, { window: frameWindow, origin });
    if (message === undefined) return;
    clearTimeout(silence);
    if (message.say === 'ready') {
      tellFrame(frameWindow, address, { say: 'start', block, locale });
      // The button that led here is gone, and the focus with it.
      frame.current?.focus();
    }
    if (message.say === 'size') setHeightPx(message.heightPx);
    if (message.say === 'busy') flow.setBusy(message.isBusy);
    if (message.say === 'outcome') flow.takeFormOutcome(message.outcome);
  };
  window.addEventListener('message', receive, { signal: ending.signal });
  return () => {
    ending.abort();
    clearTimeout(silence);
  };
}

function tellFrame(frame: Window | null | undefined, address: string, message: FromPortal): void {
  frame?.postMessage(toFrame(message), new URL(address).origin);
}

function frameAddress(folder: string): string | undefined {
  const { checkoutUrl = '' } = runtimeConfig;
  const origin = URL.canParse(checkoutUrl) ? new URL(checkoutUrl).origin : window.location.origin;
  return origin === window.location.origin ? undefined : `${origin}/?provider=${encodeURIComponent(folder)}`;
}
