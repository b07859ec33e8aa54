import { useFormats } from '#console/i18n/use-formats.ts';

/** In the operator's time zone; the title has the exact time in UTC. Nothing without a time. */
export function DateTime({ at, format = 'time' }: { at: string | undefined; format?: 'time' | 'day' | 'ago' }) {
  const formats = useFormats();
  if (at === undefined) return null;
  return (
    <time dateTime={at} title={formats.exactTime(at)} className="date-time">
      {formats[format](at)}
    </time>
  );
}
