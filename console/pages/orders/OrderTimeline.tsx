import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OrderEventKind } from '#model/order-history.ts';
import { Timeline, type TimelineEvent } from '#console/ui/Timeline.tsx';
import type { Story } from './order-types.ts';

type Event = Story['Timeline'][number];

const colors: Readonly<Partial<Record<string, TimelineEvent['color']>>> = {
  paid: 'teal',
  acknowledged: 'teal',
  'dispute-won': 'teal',
  refunded: 'yellow',
  'refund-requested': 'yellow',
  'delivery-failed': 'yellow',
  'delivery-given-up': 'red',
  'refund-refused': 'red',
  'refund-failed': 'red',
  disputed: 'red',
  'dispute-lost': 'red',
  anomaly: 'red',
};
const icons = { Order: 'clock', Delivery: 'webhooks', Discrepancy: 'alert', Operator: 'user' } as const;

export function OrderTimeline({ events }: { events: readonly Event[] }) {
  const { t } = useTranslation();
  const titleOf = ({ Source, Kind }: Event): string => {
    switch (Source) {
      case 'Order':
        return t(`orders.events.${Kind as OrderEventKind}`, { defaultValue: Kind });
      case 'Delivery':
        return t('orders.events.response');
      case 'Discrepancy':
        return t(`payments.discrepancies.${Kind as 'mismatch'}`, { defaultValue: Kind });
      case 'Operator':
        return Kind;
    }
  };
  return (
    <Timeline
      label={t('orders.timeline')}
      events={events.map((event, index) => ({
        key: `${index} ${event.At}`,
        at: event.At,
        title: titleOf(event),
        icon: icons[event.Source],
        color: event.Source === 'Operator' ? 'accent' : (colors[event.Kind] ?? 'gray'),
        text: Object.keys(event.Detail).length > 0 && <Details detail={event.Detail} />,
      }))}
    />
  );
}

function Details({ detail }: { detail: Readonly<Record<string, string>> }) {
  return (
    <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
      {Object.entries(detail).map(([name, value]) => (
        <div key={name}>{`${name}: ${value}`}</div>
      ))}
    </Text>
  );
}
