import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '#console/ui/column.ts';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Money } from '#console/ui/Money.tsx';
import { ObjectLink } from '#console/ui/ObjectLink.tsx';
import { OrderStatusBadge } from './OrderStatusBadge.tsx';
import type { Order } from './order-types.ts';

export function useOrderColumns(): readonly Column<Order>[] {
  const { t } = useTranslation();
  return [
    { id: 'at', title: t('orders.created'), render: ({ CreatedAt }) => <DateTime at={CreatedAt} /> },
    {
      id: 'product',
      title: t('orders.product'),
      isWide: true,
      render: ({ ProductName, Quantity, Game, Sku }) => (
        <div>
          <Text fw={500}>{Quantity > 1 ? `${Quantity} × ${ProductName}` : ProductName}</Text>
          <Text size="sm" c="dimmed">
            {`${Game} · ${Sku}`}
          </Text>
        </div>
      ),
    },
    {
      id: 'status',
      title: t('orders.status'),
      render: ({ Status, IsTest }) => <OrderStatusBadge status={Status} isTest={IsTest} />,
    },
    {
      id: 'amount',
      title: t('orders.amount'),
      align: 'end',
      render: ({ AmountMinor, RefundedMinor, Currency }) => (
        <div>
          <Money minor={AmountMinor} currency={Currency} />
          {RefundedMinor > 0 && (
            <Text size="sm" c="dimmed">
              {t('orders.refunded')} <Money minor={RefundedMinor} currency={Currency} />
            </Text>
          )}
        </div>
      ),
    },
    {
      id: 'provider',
      title: t('orders.provider'),
      render: ({ Payments }) => (
        <span className="one-line">{[...new Set(Payments.map(({ Provider }) => Provider))].join(', ')}</span>
      ),
    },
    {
      id: 'player',
      title: t('orders.player'),
      render: ({ AccountId, GameUid }) =>
        AccountId === undefined ? (
          <Text c="dimmed">{t('orders.erased')}</Text>
        ) : (
          <ObjectLink kind="player" id={AccountId} text={GameUid} />
        ),
    },
    { id: 'platform', title: t('orders.platform'), isHidden: true, render: ({ Platform }) => Platform },
    {
      id: 'id',
      title: t('orders.id'),
      isHidden: true,
      render: ({ OrderId }) => <span className="mono">{OrderId}</span>,
    },
  ];
}
