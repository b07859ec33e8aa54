import { Badge, SegmentedControl, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { PaymentDispute } from '#contract/console/payments.ts';
import { api } from '#console/api.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { Money } from '#console/ui/Money.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { useCursorPages } from '#console/ui/use-cursor-pages.ts';

type Dispute = Static<typeof PaymentDispute>;

const filterNames = ['State'] as const;
const states = ['Open', 'Lost', 'Won'] as const;

export function DisputesPage() {
  const { t } = useTranslation();
  const { values, set } = useFilters(filterNames);
  const State = states.find((state) => state === values.State);
  const source = useCursorPages({
    queryKey: ['disputes', State],
    load: async (Before) => {
      const { Disputes, Next } = await api.operatorPayments.disputes({ State, Before, Limit: undefined });
      return { rows: Disputes, next: Next };
    },
  });
  return (
    <>
      <PageHeader title={t('disputes.title')} text={t('disputes.text')} />
      <FilterBar>
        <SegmentedControl
          aria-label={t('disputes.state')}
          data={[
            { value: '', label: t('disputes.all') },
            ...states.map((value) => ({ value, label: t(`disputes.states.${value}`) })),
          ]}
          value={State ?? ''}
          onChange={(value) => set('State', value)}
        />
      </FilterBar>
      <DataTable
        label={t('disputes.title')}
        columns={useColumns()}
        source={source}
        rowKey={({ OrderId, TransactionId }) => `${OrderId} ${TransactionId}`}
        rowPath={({ OrderId }) => `/orders/${OrderId}`}
        empty={<EmptyState icon="shield" title={t('disputes.empty')} />}
      />
    </>
  );
}

const colors = { Open: 'yellow', Lost: 'red', Won: 'teal' } as const;

function useColumns(): readonly Column<Dispute>[] {
  const { t } = useTranslation();
  return [
    { id: 'opened', title: t('disputes.opened'), render: ({ OpenedAt }) => <DateTime at={OpenedAt} format="day" /> },
    {
      id: 'state',
      title: t('disputes.state'),
      render: ({ State }) => <Badge color={colors[State]}>{t(`disputes.states.${State}`)}</Badge>,
    },
    {
      id: 'due',
      title: t('disputes.due'),
      render: ({ EvidenceDueAt, State }) =>
        EvidenceDueAt === undefined || State !== 'Open' ? (
          <Text c="dimmed">{State === 'Open' ? t('disputes.noDeadline') : '—'}</Text>
        ) : (
          <DateTime at={EvidenceDueAt} format="ago" />
        ),
    },
    {
      id: 'amount',
      title: t('orders.amount'),
      align: 'end',
      render: ({ AmountMinor, Currency }) => <Money minor={AmountMinor} currency={Currency} />,
    },
    {
      id: 'provider',
      title: t('orders.provider'),
      isWide: true,
      render: ({ Provider, TransactionId }) => (
        <div>
          {Provider}
          <Text size="sm" c="dimmed" className="mono">
            {TransactionId}
          </Text>
        </div>
      ),
    },
    { id: 'game', title: t('orders.game'), render: ({ Game }) => Game },
    {
      id: 'evidence',
      title: t('disputes.evidence'),
      render: ({ EvidenceMadeAt }) =>
        EvidenceMadeAt === undefined ? (
          <Text c="dimmed">{t('disputes.noEvidence')}</Text>
        ) : (
          <DateTime at={EvidenceMadeAt} format="ago" />
        ),
    },
  ];
}
