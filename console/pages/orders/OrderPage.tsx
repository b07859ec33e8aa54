import { Button, Group, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { downloadText } from '#console/ui/download-text.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { OrderDeliveries } from './OrderDeliveries.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderPayments } from './OrderPayments.tsx';
import { OrderStatusBadge } from './OrderStatusBadge.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { RefundDialog } from './RefundDialog.tsx';

export function OrderPage() {
  const { t } = useTranslation();
  const { orderId = '' } = useParams();
  const { can } = useOperator();
  const [isRefunding, setRefunding] = useState(false);
  const story = useQuery({
    queryKey: ['orders', 'story', orderId],
    queryFn: () => api.operatorOrders.story({ OrderId: orderId }),
  });
  const evidence = useAction({
    run: () => api.operatorOrders.evidence({ OrderId: orderId }),
    onDone: ({ FileName, Html }) => downloadText(FileName, Html, 'text/html'),
    changes: [['orders', 'story', orderId], ['disputes']],
  });
  const { data } = story;
  return (
    <>
      <PageHeader
        title={data ? data.Order.ProductName : t('orders.order')}
        text={<span className="mono">{orderId}</span>}
        above={[{ title: t('orders.title'), path: '/orders' }]}
        badge={data && <OrderStatusBadge status={data.Order.Status} isTest={data.Order.IsTest} />}
      >
        {data && (
          <Group gap="xs">
            {can('orders.dispute') && (
              <Button
                variant="default"
                loading={evidence.isPending}
                leftSection={<Icon name="download" size={16} />}
                onClick={() => evidence.mutate()}
              >
                {t('orders.evidence')}
              </Button>
            )}
            {can('orders.refund') && (
              <Button disabled={data.RefundableMinor <= 0} onClick={() => setRefunding(true)}>
                {t('orders.refund')}
              </Button>
            )}
          </Group>
        )}
      </PageHeader>
      {story.error && !data && <LoadFailed error={story.error} retry={() => void story.refetch()} />}
      {!data && !story.error && <Skeleton height={320} />}
      {data && (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
          <Stack gap="xl">
            <OrderFacts story={data} />
            <OrderDeliveries orderId={orderId} deliveries={data.Deliveries} />
            <OrderPayments story={data} />
          </Stack>
          <section>
            <Title order={2} mb="sm">
              {t('orders.timeline')}
            </Title>
            <OrderTimeline events={data.Timeline} currency={data.Order.Currency} />
          </section>
        </SimpleGrid>
      )}
      {isRefunding && <RefundDialog orderId={orderId} onClose={() => setRefunding(false)} />}
    </>
  );
}
