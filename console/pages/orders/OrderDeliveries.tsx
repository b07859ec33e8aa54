import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { DeliveryAttempts } from '#console/pages/webhooks/DeliveryAttempts.tsx';
import { deliveryColors } from '#console/pages/webhooks/delivery-colors.ts';
import { useAction } from '#console/ui/use-action.ts';
import type { Story } from './order-types.ts';

interface OrderDeliveriesProps {
  readonly orderId: string;
  readonly deliveries: Story['Deliveries'];
}

export function OrderDeliveries({ orderId, deliveries }: OrderDeliveriesProps) {
  const { t } = useTranslation();
  const mayRedeliver = useOperator().can('orders.redeliver');
  const [chosen, setChosen] = useState<string>();
  const redeliver = useAction({
    run: (Reason: string) => api.operatorOrders.redeliver({ DeliveryId: chosen ?? '', Reason: Reason || undefined }),
    done: t('orders.redelivered'),
    changes: [['orders', 'story', orderId]],
    onDone: () => setChosen(undefined),
  });
  return (
    <section>
      <Title order={2} mb="sm">
        {t('orders.deliveries')}
      </Title>
      {deliveries.length === 0 && <Text c="dimmed">{t('orders.noDeliveries')}</Text>}
      <Stack>
        {deliveries.map(({ DeliveryId, Type, State, Attempts }) => (
          <Card key={DeliveryId} withBorder>
            <Group justify="space-between" mb="xs">
              <Group gap="xs">
                <span className="mono">{Type}</span>
                <Badge color={deliveryColors[State]}>{t(`webhooks.states.${State}`)}</Badge>
              </Group>
              {mayRedeliver && State !== 'dropped' && (
                <Button size="xs" variant="default" onClick={() => setChosen(DeliveryId)}>
                  {t('orders.redeliver')}
                </Button>
              )}
            </Group>
            <DeliveryAttempts attempts={Attempts} />
          </Card>
        ))}
      </Stack>
      <ConfirmWithReason
        isOpen={chosen !== undefined}
        isReasonOptional
        onClose={() => setChosen(undefined)}
        title={t('orders.redeliver')}
        text={t('orders.redeliverText')}
        action={t('orders.redeliver')}
        isRunning={redeliver.isPending}
        onConfirm={(reason) => redeliver.mutate(reason)}
      />
    </section>
  );
}
