import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRelativeTime } from './relative-time.ts';

/** A relative time, with the full time as a tooltip. */
export function RelativeTime({ at, say }: { at: string; say: (time: string) => string }) {
  const { i18n } = useTranslation();
  const now = useNow();
  const full = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <time dateTime={at} title={full.format(new Date(at))}>
      {say(formatRelativeTime(at, now, i18n.language))}
    </time>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(clock);
  }, []);
  return now;
}

const minuteMs = 60_000;
