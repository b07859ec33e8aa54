// Payment by SBP: a link that the buyer's banking app opens, shown as a QR code and as a button. Polling detects a
// payment on any device.
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import { log } from '#portal/log.ts';
import { PurchaseWaiting } from '#portal/screens/store-return/PurchasePageLayout.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { QrCode } from '#portal/ui/QrCode.tsx';
import { WebLink } from '#portal/ui/WebLink.tsx';
import { fetchSbpLink } from './bank-calls.ts';

export function SbpPayment({ publicId, leave }: { publicId: string; leave: () => void }) {
  const { t } = useTranslation();
  const asking = useMutation({
    mutationFn: () => insistOnLink(publicId),
    networkMode: 'always',
    onSuccess: () => trackEvent(analyticsEventIds.BankCardFormFpsDataReceived),
    onError: (error) => {
      trackEvent(analyticsEventIds.BankCardFormFpsDataError);
      log.warn('The bank gave no link for SBP.', error);
    },
  });
  const submit = (): void => {
    trackEvent(analyticsEventIds.BankCardFormFpsSubmitted);
    asking.mutate();
  };
  if (asking.data !== undefined) {
    return (
      <div className="sbp">
        <div className="code">
          <QrCode text={asking.data} label={t('share.qrCode')} />
          <p>{t('bankCard.scan')}</p>
        </div>
        <WebLink className="button plain normal open" href={asking.data} target="_blank" rel="noopener noreferrer">
          {t('bankCard.openApp')}
        </WebLink>
        <PurchaseWaiting>{t('bankCard.waiting')}</PurchaseWaiting>
        <p className="muted">{t('bankCard.canClose')}</p>
      </div>
    );
  }
  if (asking.isPending) return <PurchaseWaiting>{t('bankCard.requestingCode')}</PurchaseWaiting>;
  return (
    <>
      {asking.isError ? <Notice tone="danger">{t('bankCard.codeFailed')}</Notice> : <p>{t('bankCard.sbpText')}</p>}
      <div className="actions">
        <Button kind="primary" onClick={submit}>
          {t(asking.isError ? 'retry' : 'bankCard.getCode')}
        </Button>
        <Button onClick={leave}>{t('bankCard.otherMethod')}</Button>
      </div>
    </>
  );
}

/** The server waits for the link; an empty response means try again. */
async function insistOnLink(publicId: string): Promise<string> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const link = await fetchSbpLink(publicId);
    if (link !== undefined) return link;
  }
  throw new Error(`There was none after ${maxTries} tries.`);
}

const maxTries = 5;
