import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#console/i18n/use-formats.ts';
import { describeEventDetail } from './describe-event-detail.ts';

/** What an event of the timeline says besides its name. */
export function OrderEventDetail({ detail, currency }: { detail: Readonly<Record<string, string>>; currency: string }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
      {describeEventDetail(detail, { t, money, currency }).map(([name, value]) => (
        <div key={name}>{`${name}: ${value}`}</div>
      ))}
    </Text>
  );
}
