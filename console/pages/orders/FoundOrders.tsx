import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Money } from '#console/ui/Money.tsx';
import type { api } from '#console/api.ts';
import { useReturnFocus } from '#console/ui/use-return-focus.ts';

type Found = Awaited<ReturnType<typeof api.operatorOrders.find>>;

/** Zero or more orders that match a number, and the providers' events about it. */
export function FoundOrders({ found, onClose }: { found: Found; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={found.Orders.length === 0 ? t('orders.noneFound') : t('orders.severalFound')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        {found.Orders.map(({ OrderId, ProductName, AmountMinor, Currency, CreatedAt }) => (
          <Anchor key={OrderId} component={Link} to={`/orders/${OrderId}`} onClick={onClose}>
            {`${ProductName} · `}
            <Money minor={AmountMinor} currency={Currency} />
            {' · '}
            <DateTime at={CreatedAt} />
          </Anchor>
        ))}
        {found.Unmatched.map(({ EventId, Provider, Kind, ReceivedAt }) => (
          <Text key={EventId}>
            {t('orders.unmatched', { provider: Provider, kind: t(`payments.events.${Kind}`) })}{' '}
            <DateTime at={ReceivedAt} />
          </Text>
        ))}
        {found.Orders.length + found.Unmatched.length === 0 && <Text c="dimmed">{t('orders.noneFoundText')}</Text>}
      </Stack>
    </Modal>
  );
}
