import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { asRowSource } from '#console/ui/use-pages.ts';

/** How many differences were found on each of the last days, by provider. */
export function DiscrepancyDays() {
  const { t } = useTranslation();
  const formats = useFormats();
  const query = useQuery({
    queryKey: ['reconciliation', 'days'],
    queryFn: () => api.operatorPayments.discrepancyDays({ Days: undefined }),
  });
  return (
    <DataTable
      label={t('reconciliation.tabs.days')}
      columns={[
        { id: 'day', title: t('reconciliation.day'), render: ({ Day }) => formats.day(`${Day}T00:00`) },
        { id: 'provider', title: t('orders.provider'), isWide: true, render: ({ Provider }) => Provider },
        { id: 'found', title: t('reconciliation.found'), align: 'end', render: ({ Found }) => Found },
        {
          id: 'open',
          title: t('reconciliation.toCheck'),
          align: 'end',
          render: ({ Found, AppliedLate }) => (
            <Badge color={Found > AppliedLate ? 'red' : 'teal'}>{Found - AppliedLate}</Badge>
          ),
        },
      ]}
      source={asRowSource(query, query.data?.Days)}
      rowKey={({ Day, Provider }) => `${Day} ${Provider}`}
      rowPath={({ Day, Provider }) =>
        `/reconciliation?tab=discrepancies&Day=${Day}&Provider=${encodeURIComponent(Provider)}`
      }
      empty={<EmptyState icon="check" title={t('reconciliation.noDays')} text={t('reconciliation.noDaysText')} />}
    />
  );
}
