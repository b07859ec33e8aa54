import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { apiClient } from '#portal/api.ts';
import { formatDeviceLocation } from '#portal/sign-in/device-location.ts';
import { useDeviceName } from '#portal/sign-in/use-device-name.ts';
import { codeDigits } from '#portal/sign-in/code-digits.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Field } from '#portal/ui/Field.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { TimeLeft } from './TimeLeft.tsx';

export type RequestingDevice = NonNullable<Awaited<ReturnType<(typeof apiClient)['handoffs']['look']>>['Device']>;

export function RequestingDeviceStep({
  device,
  endsAt,
  answer,
  refuse,
}: {
  device: RequestingDevice;
  endsAt: number;
  answer: (number: string) => Promise<void>;
  refuse: () => void;
}) {
  const { t, i18n } = useTranslation();
  const nameOf = useDeviceName();
  const [number, setNumber] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const isWhole = number.length === digits;
  return (
    <form
      className="asking"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole || isBusy) return;
        setBusy(true);
        setFailed(false);
        answer(number)
          .catch(() => setFailed(true))
          .finally(() => setBusy(false));
      }}
    >
      <p role="status">{t('otherDevice.request', { device: nameOf(device.UserAgent) })}</p>
      <p className="muted">
        <bdi>{formatDeviceLocation(device.Country, device.Network, i18n.language)}</bdi>{' '}
        <RelativeTime at={device.AskedAt} say={(time) => time} />
      </p>
      <Field
        label={t('otherDevice.number')}
        hint={t('otherDevice.numberHint')}
        name="number"
        autoComplete="off"
        inputMode="numeric"
        dir="ltr"
        autoFocus
        value={number}
        {...(isFailed && { error: t('profile.networkError') })}
        onChange={({ target }) => setNumber(codeDigits(target.value).slice(0, digits))}
      />
      <div className="actions">
        <Button onClick={refuse}>{t('otherDevice.deny')}</Button>
        <Button kind="primary" type="submit" disabled={!isWhole} busy={isBusy}>
          {t('otherDevice.allow')}
        </Button>
      </div>
      <TimeLeft endsAt={endsAt} />
    </form>
  );
}

const digits = 2;
