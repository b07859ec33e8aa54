import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { UnmatchedPaymentEvent } from '#contract/console/orders.ts';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import type { Column } from '#console/ui/column.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Money } from '#console/ui/Money.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { useCursorPages } from '#console/ui/use-cursor-pages.ts';

type Event = Static<typeof UnmatchedPaymentEvent>;

export function UnmatchedEvents() {
  const { t } = useTranslation();
  const mayRetry = useOperator().can('orders.refund');
  const [chosen, setChosen] = useState<Event>();
  const source = useCursorPages({
    queryKey: ['reconciliation', 'unmatched'],
    load: async (Before) => {
      const { Events, Next } = await api.operatorPayments.unmatchedEvents({ Before, Limit: undefined });
      return { rows: Events, next: Next };
    },
  });
  const retry = useAction({
    run: ({ event: { Provider, Account, EventId }, reason }: { event: Event; reason: string }) =>
      api.operatorPayments.retryUnmatched({ Provider, Account, EventId, Reason: reason || undefined }),
    done: t('reconciliation.retried'),
    changes: [['reconciliation']],
    onDone: () => setChosen(undefined),
  });
  const columns: Column<Event>[] = [
    { id: 'at', title: t('reconciliation.receivedAt'), render: ({ ReceivedAt }) => <DateTime at={ReceivedAt} /> },
    { id: 'kind', title: t('reconciliation.event'), render: ({ Kind }) => t(`payments.events.${Kind}`) },
    {
      id: 'provider',
      title: t('orders.provider'),
      isWide: true,
      render: ({ Provider, Account, PaymentId, TransactionId }) => (
        <div>
          {Account === undefined ? Provider : `${Provider} · ${Account}`}
          <Text size="sm" c="dimmed" className="mono">
            {[PaymentId, TransactionId].filter(Boolean).join(' · ')}
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
      id: 'actions',
      title: t('common.actions'),
      align: 'end',
      render: (event) =>
        mayRetry && (
          <Button size="xs" variant="default" onClick={() => setChosen(event)}>
            {t('reconciliation.retry')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Text c="dimmed" mb="sm" maw={720}>
        {t('reconciliation.unmatchedText')}
      </Text>
      <DataTable
        label={t('reconciliation.tabs.unmatched')}
        columns={columns}
        source={source}
        rowKey={({ Provider, Account, EventId }) => [Provider, Account, EventId].join(' ')}
        empty={<EmptyState icon="check" title={t('reconciliation.noUnmatched')} />}
      />
      {chosen && (
        <ConfirmWithReason
          isOpen
          isReasonOptional
          onClose={() => setChosen(undefined)}
          title={t('reconciliation.retry')}
          text={t('reconciliation.retryText')}
          action={t('reconciliation.retry')}
          isRunning={retry.isPending}
          onConfirm={(reason) => retry.mutate({ event: chosen, reason })}
        />
      )}
    </>
  );
}
