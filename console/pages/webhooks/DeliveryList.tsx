import { Badge } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { GameDelivery } from '#contract/console/webhooks.ts';
import { api } from '#console/api.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterSelect } from '#console/ui/FilterSelect.tsx';
import { usePages } from '#console/ui/use-pages.ts';
import { AttemptResult } from './DeliveryAttempts.tsx';
import { deliveryColors } from './delivery-colors.ts';
import { DeliveryDetails } from './DeliveryDetails.tsx';

type Delivery = Static<typeof GameDelivery>;

const filterNames = ['State'] as const;
const states = ['pending', 'acknowledged', 'dead', 'dropped'] as const;

export function DeliveryList({ game }: { game: string }) {
  const { t } = useTranslation();
  const { values, set, clear } = useFilters(filterNames);
  const [opened, setOpened] = useState<string>();
  const State = states.find((state) => state === values.State);
  const source = usePages({
    queryKey: ['webhooks', game, 'deliveries', State],
    load: async (BeforeDeliveryId: string | undefined, Limit) =>
      (await api.operatorWebhooks.deliveries({ Game: game, State, BeforeDeliveryId, Limit })).Deliveries,
    cursorOf: ({ DeliveryId }) => DeliveryId,
  });
  const columns: Column<Delivery>[] = [
    { id: 'at', title: t('webhooks.created'), render: ({ CreatedAt }) => <DateTime at={CreatedAt} /> },
    { id: 'type', title: t('webhooks.type'), render: ({ Type }) => <span className="mono one-line">{Type}</span> },
    {
      id: 'state',
      title: t('webhooks.state'),
      render: ({ State: state }) => <Badge color={deliveryColors[state]}>{t(`webhooks.states.${state}`)}</Badge>,
    },
    {
      id: 'response',
      title: t('webhooks.response'),
      isWide: true,
      render: ({ LastAttempt }) => LastAttempt && <AttemptResult attempt={LastAttempt} />,
    },
    { id: 'player', title: t('orders.gameUid'), render: ({ GameUid }) => GameUid },
    { id: 'attempts', title: t('webhooks.attempts'), align: 'end', render: ({ Attempts }) => Attempts },
  ];
  return (
    <>
      <FilterBar onClear={clear}>
        <FilterSelect
          label={t('webhooks.state')}
          data={states.map((value) => ({ value, label: t(`webhooks.states.${value}`) }))}
          value={State}
          onChange={(value) => set('State', value)}
        />
      </FilterBar>
      <DataTable
        label={t('webhooks.tabs.deliveries')}
        columns={columns}
        source={source}
        rowKey={({ DeliveryId }) => DeliveryId}
        onOpen={({ DeliveryId }) => setOpened(DeliveryId)}
        empty={<EmptyState icon="webhooks" title={t('webhooks.noDeliveries')} />}
      />
      <DeliveryDetails game={game} deliveryId={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
