// A payment in a dialog of the surrounding platform: this step only waits. Each step is one attempt.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { log } from '#portal/log.ts';
import {
  purchaseErrorMessagesForGame,
  type PaymentOption,
  type PurchaseFlow,
  type PurchaseStep,
} from '#portal/purchase/purchase.ts';
import { WaitingStep } from './WaitingStep.tsx';

export interface PlatformDialogStepProps {
  readonly payHere: NonNullable<PaymentOption['payHere']>;
  readonly step: PurchaseStep & { name: 'paying' };
  readonly flow: PurchaseFlow;
}

export function PlatformDialogStep({ payHere, step, flow }: PlatformDialogStepProps) {
  const { t, i18n } = useTranslation();
  const { order, isClosing, isCompleted } = step;
  // A change of language must not open the dialog again.
  const [{ orderId, locale }] = useState(() => ({ orderId: order.transactionId, locale: i18n.language }));
  const container = useRef<HTMLDivElement>(null);
  const closing = useRef<AbortController>(undefined);
  useEffect(() => {
    const { current: element } = container;
    if (!element) return undefined;
    const ending = new AbortController();
    closing.current = ending;
    const place = {
      container: element,
      orderId,
      locale,
      closing: ending.signal,
      setBusy: (isBusy: boolean) => flow.setBusy(isBusy),
    };
    void pay(() => payHere(place), ending.signal).then((outcome) => outcome && flow.handleFormOutcome(outcome));
    return () => ending.abort('gone');
  }, [payHere, orderId, locale, flow]);
  useEffect(() => {
    if (isClosing) closing.current?.abort();
  }, [isClosing]);
  return (
    <>
      <WaitingStep order={order} text={t(isCompleted ? 'purchase.completed' : 'purchase.payInWindow')} />
      <div ref={container} />
    </>
  );
}

/** Undefined if aborted. Strict mode mounts components twice; only the second may open the dialog. */
async function pay(payHere: () => ReturnType<PlatformDialogStepProps['payHere']>, signal: AbortSignal) {
  await Promise.resolve();
  if (signal.reason === 'gone') return undefined;
  try {
    const outcome = await payHere();
    return signal.reason === 'gone' ? undefined : outcome;
  } catch (error) {
    log.error('The dialog of the platform could not be shown.', error);
    return { outcome: 'failed' as const, message: purchaseErrorMessagesForGame.unknown };
  }
}
