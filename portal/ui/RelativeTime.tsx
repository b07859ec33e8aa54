import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRelativeTime, toSentenceCase } from './relative-time.ts';

/**
 * A relative time, with the full time as a tooltip.
 *
 * @param say the text around the time. Absent: the time stands alone, and begins with a capital letter
 */
export function RelativeTime({ at, say }: { at: string; say?: (time: string) => string }) {
  const { i18n } = useTranslation();
  const now = useNow();
  const time = formatRelativeTime(at, now, i18n.language);
  const full = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <time dateTime={at} title={full.format(new Date(at))}>
      {say ? say(time) : toSentenceCase(time, i18n.language)}
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
