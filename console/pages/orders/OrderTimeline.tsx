import { useTranslation } from 'react-i18next';
import { useKnownText } from '#console/i18n/use-known-text.ts';
import { Timeline, type TimelineEvent } from '#console/ui/Timeline.tsx';
import { OrderEventDetail } from './OrderEventDetail.tsx';
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

interface OrderTimelineProps {
  readonly events: readonly Event[];
  /** Of the order, in which amounts without a currency are. */
  readonly currency: string;
}

export function OrderTimeline({ events, currency }: OrderTimelineProps) {
  const { t } = useTranslation();
  const knownText = useKnownText();
  const titleOf = ({ Source, Kind }: Event): string => {
    switch (Source) {
      case 'Order':
        return knownText('orders.events', Kind);
      case 'Delivery':
        return t('orders.events.response');
      case 'Discrepancy':
        return knownText('payments.discrepancies', Kind);
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
        text: Object.keys(event.Detail).length > 0 && <OrderEventDetail detail={event.Detail} currency={currency} />,
      }))}
    />
  );
}
