import { useTranslation } from 'react-i18next';
import { orderStatuses, type OrderStatus } from '#model/order.ts';
import { api } from '#console/api.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterDay } from '#console/ui/FilterDay.tsx';
import { FilterSelect } from '#console/ui/FilterSelect.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { usePages } from '#console/ui/use-pages.ts';
import { FindOrder } from './FindOrder.tsx';
import { useOrderColumns } from './order-columns.tsx';
import { filterNames, toListQuery } from './order-filter.ts';

export function OrdersPage() {
  const { t } = useTranslation();
  const { values, set, clear } = useFilters(filterNames);
  const source = usePages({
    queryKey: ['orders', 'list', values],
    load: async (BeforeOrderId: string | undefined, Limit) =>
      (await api.operatorOrders.list({ ...toListQuery(values), BeforeOrderId, Limit })).Orders,
    cursorOf: ({ OrderId }) => OrderId,
  });
  return (
    <>
      <PageHeader title={t('orders.title')} text={t('orders.text')}>
        <FindOrder />
      </PageHeader>
      <FilterBar onClear={clear}>
        <FilterSelect
          label={t('orders.status')}
          data={(Object.keys(orderStatuses) as OrderStatus[]).map((value) => ({
            value,
            label: t(`orders.statuses.${value}`),
          }))}
          value={values.Status}
          onChange={(value) => set('Status', value)}
        />
        <FilterText label={t('orders.player')} value={values.Player} onChange={(value) => set('Player', value)} />
        <FilterText label={t('orders.game')} value={values.Game} onChange={(value) => set('Game', value)} />
        <FilterText label={t('orders.provider')} value={values.Provider} onChange={(value) => set('Provider', value)} />
        <FilterText label={t('orders.platform')} value={values.Platform} onChange={(value) => set('Platform', value)} />
        <FilterText
          label={t('orders.amount')}
          placeholder="4.99"
          maxLength={18}
          value={values.Amount}
          onChange={(value) => set('Amount', value)}
        />
        <FilterText
          label={t('orders.currency')}
          placeholder="EUR"
          maxLength={3}
          value={values.Currency}
          onChange={(value) => set('Currency', value)}
        />
        <FilterDay label={t('orders.since')} value={values.Since} onChange={(value) => set('Since', value)} />
        <FilterDay label={t('orders.until')} value={values.Until} onChange={(value) => set('Until', value)} />
      </FilterBar>
      <DataTable
        name="orders"
        label={t('orders.title')}
        columns={useOrderColumns()}
        source={source}
        rowKey={({ OrderId }) => OrderId}
        rowPath={({ OrderId }) => `/orders/${OrderId}`}
        empty={<EmptyState icon="orders" title={t('orders.empty')} text={t('orders.emptyText')} />}
      />
    </>
  );
}
