// Carries the session to another device: a code for its camera, then who asks, and the number that it shows. Closing it at any point
// is a no.
import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { QrCode } from '#portal/ui/QrCode.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { AskingStep } from './AskingStep.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { useHandoff } from './use-handoff.ts';
import './device-modal.css';

export function DeviceModal({
  game,
  close,
}: {
  /** The game to go on with; absent: the first page. */
  game?: string;
  close: () => void;
}) {
  const { t } = useTranslation();
  const page = useHref(game === undefined ? '/' : `/play/${encodeURIComponent(game)}`);
  // Not from the page's address, which may hold what a platform has signed.
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
      {t('otherDevice.again')}
    </Button>
  );
  if (state === 'Beginning') return <Skeleton width="240px" height="240px" />;
  if (state === 'Waiting' && link !== undefined)
    return (
      <>
        <QrCode text={link} label={t('otherDevice.code')} />
        <p>{t('otherDevice.text')}</p>
        <TimeLeft endsAt={endsAt} />
      </>
    );
  if (state === 'Asked' && device)
    return <AskingStep {...{ device, endsAt }} answer={handoff.answer} refuse={handoff.refuse} />;
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
  const said = { Refused: 'otherDevice.refused', Expired: 'otherDevice.expired' } as const;
  return (
    <>
      <Notice tone="warning">
        {t(state === 'Refused' || state === 'Expired' ? said[state] : 'otherDevice.failed')}
      </Notice>
      {anew}
    </>
  );
}
