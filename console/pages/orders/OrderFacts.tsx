import { useTranslation } from 'react-i18next';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Facts } from '#console/ui/Facts.tsx';
import { Money } from '#console/ui/Money.tsx';
import { ObjectLink } from '#console/ui/ObjectLink.tsx';
import type { Story } from './order-types.ts';

export function OrderFacts({ story }: { story: Story }) {
  const { t } = useTranslation();
  const { Order: order } = story;
  const money = (minor: number) => <Money minor={minor} currency={order.Currency} />;
  return (
    <Facts
      facts={[
        [t('orders.amount'), money(order.AmountMinor)],
        [t('orders.paid'), order.PaidMinor > 0 && money(order.PaidMinor)],
        [t('orders.refunded'), order.RefundedMinor > 0 && money(order.RefundedMinor)],
        [t('orders.refundable'), story.RefundableMinor > 0 && money(story.RefundableMinor)],
        [t('orders.sku'), `${order.Quantity} × ${order.Sku}`],
        [t('orders.game'), <ObjectLink key="game" kind="game" id={order.Game} />],
        [
          t('orders.player'),
          order.AccountId === undefined ? (
            t('orders.erased')
          ) : (
            <ObjectLink key="player" kind="player" id={order.AccountId} text={story.PlayerName ?? order.GameUid} />
          ),
        ],
        [t('orders.gameUid'), order.GameUid],
        [t('orders.platform'), order.Platform],
        [t('orders.country'), story.Country],
        [t('orders.created'), <DateTime key="created" at={order.CreatedAt} />],
        [t('orders.paidAt'), order.PaidAt && <DateTime key="paid" at={order.PaidAt} />],
        [t('orders.completedAt'), story.CompletedAt && <DateTime key="completed" at={story.CompletedAt} />],
        [
          t('orders.expiresAt'),
          order.Status === 'WaitingForPayment' && <DateTime key="expires" at={story.ExpiresAt} />,
        ],
      ]}
    />
  );
}
