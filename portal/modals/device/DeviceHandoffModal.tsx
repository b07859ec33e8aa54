// Hands the session over to another device: shows a QR code, then the requesting device and its number. Closing the
// modal rejects the handoff.
import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { QrCode } from '#portal/ui/QrCode.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { RequestingDeviceStep } from './RequestingDeviceStep.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { useHandoff } from './use-handoff.ts';
import './device-modal.css';

export function DeviceHandoffModal({ game, close }: { game?: string; close: () => void }) {
  const { t } = useTranslation();
  const page = useHref(game === undefined ? '/' : `/play/${encodeURIComponent(game)}`);
  // Not the page's current URL, which may contain parameters signed by a platform.
  const handoff = useHandoff(new URL(page, window.location.origin + runtimeConfig.basePath).href);
  const leave = (): void => {
    handoff.refuse();
    close();
  };
  return (
    <Dialog title={t('otherDevice.title')} size="small" onClose={leave}>
      <div className="device-modal">
        <Step {...{ handoff, close }} />
      </div>
    </Dialog>
  );
}

function Step({ handoff, close }: { handoff: ReturnType<typeof useHandoff>; close: () => void }) {
  const { t } = useTranslation();
  const { state, link, device, endsAt, again } = handoff;
  const anew = (
    <Button kind="primary" onClick={again}>
      {t('otherDevice.newCode')}
    </Button>
  );
  if (state === 'Beginning') return <Skeleton width="240px" height="240px" />;
  if (state === 'Waiting' && link !== undefined)
    return (
      <>
        <QrCode text={link} label={t('otherDevice.qrCode')} />
        <p>{t('otherDevice.text')}</p>
        <TimeLeft endsAt={endsAt} />
      </>
    );
  if (state === 'Asked' && device)
    return <RequestingDeviceStep {...{ device, endsAt }} answer={handoff.answer} refuse={handoff.refuse} />;
  if (state === 'Confirmed')
    return (
      <>
        <Notice tone="good">{t('otherDevice.confirmed')}</Notice>
        <p className="muted">{t('otherDevice.confirmedText')}</p>
        <Button kind="primary" onClick={close}>
          {t('close')}
        </Button>
      </>
    );
  const said = { Refused: 'otherDevice.denied', Expired: 'otherDevice.expired' } as const;
  return (
    <>
      <Notice tone="warning">
        {t(state === 'Refused' || state === 'Expired' ? said[state] : 'otherDevice.failed')}
      </Notice>
      {anew}
    </>
  );
}
