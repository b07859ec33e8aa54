import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

export function TimeLeft({ endsAt }: { endsAt: number }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(clock);
  }, []);
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <p className="muted">{t('otherDevice.timeLeft', { time })}</p>;
}
