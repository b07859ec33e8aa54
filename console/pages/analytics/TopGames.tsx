import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { Money } from '#console/ui/Money.tsx';
import { asRowSource } from '#console/ui/use-pages.ts';

type Row = Awaited<ReturnType<typeof api.operatorAnalytics.games>>['Games'][number];

const orders = ['RevenueUsdMinor', 'Sessions', 'NewPlayers', 'Visits'] as const;
type Order = (typeof orders)[number];

export function TopGames({ from, to }: { from: string | undefined; to: string | undefined }) {
  const { t } = useTranslation();
  const [order, setOrder] = useState<Order>('RevenueUsdMinor');
  const query = useQuery({
    queryKey: ['analytics', 'games', from, to, order],
    queryFn: () => api.operatorAnalytics.games({ From: from, To: to, OrderBy: order }),
  });
  return (
    <DataTable
      label={t('analytics.topGames')}
      columns={useColumns()}
      source={asRowSource(query, query.data?.Games)}
      rowKey={({ Game }) => Game}
      tools={
        <Select
          label={t('analytics.orderBy')}
          data={orders.map((value) => ({ value, label: t(`analytics.${value}`) }))}
          allowDeselect={false}
          value={order}
          onChange={(value) => setOrder(value ?? 'RevenueUsdMinor')}
        />
      }
    />
  );
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const number = (id: 'Sessions' | 'NewPlayers' | 'Visits'): Column<Row> => ({
    id,
    title: t(`analytics.${id}`),
    align: 'end',
    render: (row) => formats.number(row[id]),
  });
  return [
    {
      id: 'game',
      title: t('analytics.game'),
      isWide: true,
      render: ({ Game, Name }) => <Link to={`/analytics?Game=${Game}`}>{Name}</Link>,
    },
    {
      id: 'revenue',
      title: t('analytics.RevenueUsdMinor'),
      align: 'end',
      render: ({ RevenueUsdMinor }) => <Money minor={RevenueUsdMinor} currency="USD" />,
    },
    number('Sessions'),
    number('NewPlayers'),
  ];
}
