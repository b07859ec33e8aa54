// The target of another device's QR code: this device shows a number, and gets the session once the player enters it on
// the other one.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { apiClient } from '#portal/api.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { LoginFailed } from './LoginFailed.tsx';
import { LoginPageLayout, LoginWaiting } from './LoginPageLayout.tsx';
import { AcceptTempToken } from './AcceptTempToken.tsx';
import { useUrlToken } from './use-url-token.ts';
import { useRunOnce } from './use-run-once.ts';

export function LoginFromDevice() {
  const token = useUrlToken();
  const asked = useRunOnce(token && `device ${token}`, () => apiClient.handoffs.ask({ Token: token ?? '' }));
  if (token === undefined) return <Over isRefused={false} />;
  if (asked.state === 'pending') return <LoginWaiting />;
  if (asked.state === 'done') return <Asking {...asked.value} />;
  const { error } = asked;
  return error instanceof ApiError && error.code === 'TokenExpiredOrUsed' ? (
    <Over isRefused={false} />
  ) : (
    <LoginFailed error={error} />
  );
}

type Asked = Awaited<ReturnType<typeof apiClient.handoffs.ask>>;

function Asking({ Handle, Number, LivesSeconds }: Asked) {
  const { t } = useTranslation();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LivesSeconds * 1000);
    return () => clearTimeout(timer);
  }, [LivesSeconds]);
  const { data } = useQuery({
    queryKey: ['handoff-asked', Number],
    queryFn: () => apiClient.handoffs.status({ Handle }),
    enabled: !isLate,
    refetchInterval: ({ state }) => ((state.data?.Status ?? 'Waiting') === 'Waiting' ? pollIntervalMs : false),
    retry: false,
    gcTime: 0,
  });
  const status = data?.Status ?? 'Waiting';
  if (status === 'Confirmed') return <AcceptTempToken token={Handle} />;
  if (status !== 'Waiting' || isLate) return <Over isRefused={status === 'Refused'} />;
  return (
    <LoginPageLayout title={t('otherDevice.newDevice.title')}>
      <p className="number" dir="ltr" role="status">
        {Number}
      </p>
      <p className="muted">{t('otherDevice.newDevice.text')}</p>
    </LoginPageLayout>
  );
}

const pollIntervalMs = 1500;

function Over({ isRefused }: { isRefused: boolean }) {
  const { t } = useTranslation();
  return (
    <LoginPageLayout title={t(isRefused ? 'otherDevice.newDevice.denied' : 'otherDevice.newDevice.expired')}>
      <p className="muted">{t(isRefused ? 'otherDevice.newDevice.deniedText' : 'otherDevice.newDevice.expiredText')}</p>
      <div className="actions">
        <ButtonLink to="/">{t('nav.home')}</ButtonLink>
      </div>
    </LoginPageLayout>
  );
}
