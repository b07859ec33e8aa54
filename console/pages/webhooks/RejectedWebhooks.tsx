import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { RejectedWebhook } from '#contract/console/webhooks.ts';
import { api } from '#console/api.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { usePages } from '#console/ui/use-pages.ts';

type Webhook = Static<typeof RejectedWebhook>;

/** Webhooks of payment providers that we rejected: of all accounts, or of a game's own. */
export function RejectedWebhooks({ game }: { game: string | undefined }) {
  const { t } = useTranslation();
  const source = usePages({
    queryKey: ['rejectedWebhooks', game],
    load: async (BeforeId: number | undefined, Limit) =>
      (await api.operatorWebhooks.rejected({ Game: game, BeforeId, Limit })).Webhooks,
    cursorOf: ({ Id }) => Id,
  });
  const columns: Column<Webhook>[] = [
    { id: 'last', title: t('webhooks.lastAt'), render: ({ LastAt }) => <DateTime at={LastAt} /> },
    {
      id: 'provider',
      title: t('orders.provider'),
      render: ({ Provider, Account }) => (Account === undefined ? Provider : `${Provider} · ${Account}`),
    },
    {
      id: 'outcome',
      title: t('webhooks.outcome'),
      render: ({ Outcome }) => (
        <Badge color={Outcome === 'Refused' ? 'yellow' : 'red'}>{t(`webhooks.outcomes.${Outcome}`)}</Badge>
      ),
    },
    { id: 'reason', title: t('webhooks.reason'), isWide: true, render: ({ Reason }) => Reason },
    { id: 'count', title: t('webhooks.count'), align: 'end', render: ({ Count }) => Count },
    {
      id: 'first',
      title: t('webhooks.firstAt'),
      isHidden: true,
      render: ({ FirstAt }) => <DateTime at={FirstAt} />,
    },
  ];
  return (
    <DataTable
      label={t('webhooks.rejected')}
      columns={columns}
      source={source}
      rowKey={({ Id }) => String(Id)}
      empty={<EmptyState icon="check" title={t('webhooks.noRejected')} />}
    />
  );
}
