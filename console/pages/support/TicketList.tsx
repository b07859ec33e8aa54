import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import type { RowSource } from '#console/ui/use-pages.ts';
import type { Ticket } from './ticket.ts';

interface TicketListProps {
  readonly source: RowSource<Ticket>;
  readonly chosen: string | undefined;
  readonly onChoose: (ticketId: string) => void;
}

export function TicketList({ source, chosen, onChoose }: TicketListProps) {
  const { t } = useTranslation();
  if (source.error && !source.rows) return <LoadFailed error={source.error} retry={source.retry} />;
  if (!source.rows) return <Skeleton height={240} aria-label={t('common.loading')} />;
  if (source.rows.length === 0)
    return <EmptyState icon="support" title={t('support.empty')} text={t('support.emptyText')} />;
  return (
    <nav aria-label={t('support.inbox')}>
      <ul className="ticket-list">
        {source.rows.map((ticket) => {
          const isChosen = ticket.TicketId === chosen;
          return (
            <li key={ticket.TicketId}>
              <button
                type="button"
                {...(isChosen && { ref: showButton })}
                aria-current={isChosen}
                onClick={() => onChoose(ticket.TicketId)}
              >
                <Group justify="space-between" gap="xs" wrap="nowrap">
                  <Text fw={600} truncate>
                    {ticket.Email}
                  </Text>
                  <Text size="sm" c="dimmed">
                    <DateTime at={ticket.ChangedAt} format="ago" />
                  </Text>
                </Group>
                <Text size="sm" lineClamp={2}>
                  {ticket.Replies.at(-1)?.Message ?? ticket.Message}
                </Text>
                <Text size="sm" c="dimmed">
                  {[ticket.Game ?? t('support.portal'), ticket.Assignee?.Name].filter(Boolean).join(' · ')}
                </Text>
              </button>
            </li>
          );
        })}
      </ul>
      {source.hasMore && (
        <Button mt="sm" fullWidth variant="default" loading={source.isLoadingMore} onClick={source.loadMore}>
          {t('common.loadMore')}
        </Button>
      )}
    </nav>
  );
}

/** The chosen ticket comes into view, also by the keys. */
const showButton = (button: HTMLButtonElement | null): void => button?.scrollIntoView({ block: 'nearest' });
