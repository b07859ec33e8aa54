import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { PaymentDiscrepancy } from '#contract/console/orders.ts';
import { api } from '#console/api.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterDay } from '#console/ui/FilterDay.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { Money } from '#console/ui/Money.tsx';
import { ObjectLink } from '#console/ui/ObjectLink.tsx';
import { useCursorPages } from '#console/ui/use-cursor-pages.ts';

type Discrepancy = Static<typeof PaymentDiscrepancy>;

const filterNames = ['Provider', 'Day'] as const;

export function DiscrepancyList() {
  const { t } = useTranslation();
  const { values, set, clear } = useFilters(filterNames);
  const source = useCursorPages({
    queryKey: ['reconciliation', 'discrepancies', values],
    load: async (Before) => {
      const { Provider, Day } = values;
      const { Discrepancies, Next } = await api.operatorPayments.discrepancies({
        Provider,
        Day,
        Before,
        Limit: undefined,
      });
      return { rows: Discrepancies, next: Next };
    },
  });
  return (
    <>
      <FilterBar onClear={clear}>
        <FilterText label={t('orders.provider')} value={values.Provider} onChange={(value) => set('Provider', value)} />
        <FilterDay label={t('reconciliation.day')} value={values.Day} onChange={(value) => set('Day', value)} />
      </FilterBar>
      <DataTable
        label={t('reconciliation.tabs.discrepancies')}
        columns={useColumns()}
        source={source}
        rowKey={({ FoundAt, Provider, TransactionId, Kind, EventKind }) =>
          [FoundAt, Provider, TransactionId, Kind, EventKind].join(' ')
        }
        empty={<EmptyState icon="check" title={t('reconciliation.noDiscrepancies')} />}
      />
    </>
  );
}

function useColumns(): readonly Column<Discrepancy>[] {
  const { t } = useTranslation();
  return [
    { id: 'at', title: t('reconciliation.foundAt'), render: ({ FoundAt }) => <DateTime at={FoundAt} /> },
    {
      id: 'kind',
      title: t('reconciliation.kind'),
      isWide: true,
      render: ({ Kind, Detail }) => (
        <div>
          <Badge color={Kind === 'applied-late' ? 'teal' : 'red'}>{t(`payments.discrepancies.${Kind}`)}</Badge>
          <Text size="sm" c="dimmed" mt={2}>
            {Detail ?? t(`payments.remedies.${Kind}`)}
          </Text>
        </div>
      ),
    },
    {
      id: 'provider',
      title: t('orders.provider'),
      render: ({ Provider, TransactionId }) => (
        <div>
          {Provider}
          <Text size="sm" c="dimmed" className="mono">
            {TransactionId}
          </Text>
        </div>
      ),
    },
    {
      id: 'amount',
      title: t('orders.amount'),
      align: 'end',
      render: ({ AmountMinor, Currency }) =>
        AmountMinor !== undefined && Currency !== undefined && <Money minor={AmountMinor} currency={Currency} />,
    },
    {
      id: 'order',
      title: t('orders.order'),
      render: ({ OrderId }) =>
        OrderId !== undefined && <ObjectLink kind="order" id={OrderId} text={OrderId.slice(0, 8)} />,
    },
  ];
}
