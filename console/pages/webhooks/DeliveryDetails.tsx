import { Button, Code, Drawer, Group, Skeleton, Stack, Title } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { Facts } from '#console/ui/Facts.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { ObjectLink } from '#console/ui/ObjectLink.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { DeliveryAttempts } from './DeliveryAttempts.tsx';

interface DeliveryDetailsProps {
  readonly game: string;
  readonly deliveryId: string | undefined;
  readonly onClose: () => void;
}

/** What was sent to the game's server, and what it said. */
export function DeliveryDetails({ game, deliveryId, onClose }: DeliveryDetailsProps) {
  const { t } = useTranslation();
  const { can } = useOperator();
  const query = useQuery({
    queryKey: ['webhooks', game, 'delivery', deliveryId],
    queryFn:
      deliveryId === undefined
        ? skipToken
        : () => api.operatorWebhooks.delivery({ Game: game, DeliveryId: deliveryId }),
  });
  const redeliver = useAction({
    run: () => api.operatorWebhooks.redeliver({ Game: game, DeliveryId: deliveryId ?? '', Reason: undefined }),
    done: t('orders.redelivered'),
    changes: [['webhooks', game]],
  });
  const { data } = query;
  return (
    <Drawer
      opened={deliveryId !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={t('webhooks.delivery')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {query.error && !data && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {!data && !query.error && <Skeleton height={200} />}
      {data && (
        <Stack gap="lg">
          <Facts
            facts={[
              [t('webhooks.deliveryId'), <code key="id">{data.Delivery.DeliveryId}</code>],
              [
                t('orders.order'),
                data.Delivery.OrderId !== undefined &&
                  (can('orders.read') ? (
                    <ObjectLink key="order" kind="order" id={data.Delivery.OrderId} />
                  ) : (
                    data.Delivery.OrderId
                  )),
              ],
              [t('orders.gameUid'), data.Delivery.GameUid],
              [t('webhooks.state'), t(`webhooks.states.${data.Delivery.State}`)],
            ]}
          />
          {can('webhooks.send') && data.Delivery.State !== 'dropped' && (
            <Group>
              <Button loading={redeliver.isPending} onClick={() => redeliver.mutate()}>
                {t('orders.redeliver')}
              </Button>
            </Group>
          )}
          <section>
            <Title order={2} mb="xs">
              {t('webhooks.responses')}
            </Title>
            <DeliveryAttempts attempts={data.Attempts} />
          </section>
          <section>
            <Title order={2} mb="xs">
              {t('webhooks.content')}
            </Title>
            <Code block>{JSON.stringify(data.Payload, null, 2)}</Code>
          </section>
        </Stack>
      )}
    </Drawer>
  );
}
