import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { relativeTime } from './relative-time.ts';

/** How long ago something was, in a sentence; the full time shows under the pointer. */
export function Moment({ at, say }: { at: string; say: (time: string) => string }) {
  const { i18n } = useTranslation();
  const now = useNow();
  const full = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <time dateTime={at} title={full.format(new Date(at))}>
      {say(relativeTime(at, now, i18n.language))}
    </time>
  );
}

/** The time of the clock, to the minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(clock);
  }, []);
  return now;
}

const minuteMs = 60_000;
