import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OrderStatus } from '#model/order.ts';
import { statusColors } from './order-types.ts';

export function OrderStatusBadge({ status, isTest = false }: { status: OrderStatus; isTest?: boolean }) {
  const { t } = useTranslation();
  return (
    <Group gap={6} wrap="nowrap">
      <Badge color={statusColors[status]} miw="max-content">
        {t(`orders.statuses.${status}`)}
      </Badge>
      {isTest && (
        <Badge color="violet" variant="outline" miw="max-content">
          {t('orders.test')}
        </Badge>
      )}
    </Group>
  );
}
