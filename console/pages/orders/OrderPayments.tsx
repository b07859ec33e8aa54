import { Badge, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Money } from '#console/ui/Money.tsx';
import type { Story } from './order-types.ts';
import './order-payments.css';

/** Attempts to pay, the ledger, refunds, and the events of providers. */
export function OrderPayments({ story }: { story: Story }) {
  const { t } = useTranslation();
  return (
    <>
      <Part title={t('orders.attempts')} isEmpty={story.Attempts.length === 0}>
        {story.Attempts.map((attempt) => (
          <Table.Tr key={attempt.AttemptId}>
            <Table.Td>{attempt.Provider}</Table.Td>
            <Table.Td className="mono">{attempt.PaymentId ?? t('orders.noPaymentId')}</Table.Td>
            <Table.Td>
              <Badge miw="max-content" color="gray">
                {t(`orders.attemptStates.${attempt.State}`)}
              </Badge>
            </Table.Td>
            <Table.Td>
              <DateTime at={attempt.CreatedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Part>
      <Part title={t('orders.ledger')} isEmpty={story.Ledger.length === 0}>
        {story.Ledger.map((entry) => (
          <Table.Tr key={`${entry.TransactionId} ${entry.Kind}`}>
            <Table.Td>
              {t(`orders.ledgerKinds.${entry.Kind}`)}
              {entry.EvidenceDueAt !== undefined && (
                <Text size="sm" c="red">
                  {t('disputes.due')} <DateTime at={entry.EvidenceDueAt} />
                </Text>
              )}
            </Table.Td>
            <Table.Td className="mono">{entry.TransactionId}</Table.Td>
            <Table.Td>
              <Money minor={entry.AmountMinor} currency={entry.Currency} />
            </Table.Td>
            <Table.Td>
              <DateTime at={entry.At} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Part>
      <Part title={t('orders.refunds')} isEmpty={story.Refunds.length === 0}>
        {story.Refunds.map((refund) => (
          <Table.Tr key={refund.RefundId}>
            <Table.Td>
              <Money minor={refund.AmountMinor} currency={refund.Currency} />
            </Table.Td>
            <Table.Td>{t(`orders.refundReasons.${refund.Reason}`)}</Table.Td>
            <Table.Td>
              <Badge
                miw="max-content"
                color={refund.State === 'done' ? 'teal' : refund.State === 'refused' ? 'red' : 'yellow'}
              >
                {t(`orders.refundStates.${refund.State}`)}
              </Badge>
            </Table.Td>
            <Table.Td>
              <DateTime at={refund.CreatedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Part>
      <Part title={t('orders.paymentEvents')} isEmpty={story.PaymentEvents.length === 0}>
        {story.PaymentEvents.map((event) => (
          <Table.Tr key={event.EventId}>
            <Table.Td>{event.Provider}</Table.Td>
            <Table.Td>{t(`payments.events.${event.Kind}`)}</Table.Td>
            <Table.Td>
              <Badge miw="max-content" color={event.Outcome === 'anomaly' ? 'red' : 'gray'}>
                {t(`orders.outcomes.${event.Outcome}`)}
              </Badge>
            </Table.Td>
            <Table.Td>
              <DateTime at={event.ReceivedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Part>
    </>
  );
}

function Part({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null;
  return (
    <section>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Table className="order-payments" aria-label={title}>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  );
}
