// One ticket: the conversation, the reply, and what helps to answer.
import { Badge, Button, Group, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { DateTime } from '#console/ui/DateTime.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { TicketContext } from './TicketContext.tsx';
import { listConversation, type Conversation } from './ticket.ts';
import { TicketReply, type DraftKind } from './TicketReply.tsx';

/** What the keys of the page do with the shown ticket. */
export interface TicketControls {
  readonly reply: () => void;
  readonly note: () => void;
  readonly insert: (text: string) => void;
  readonly assignToMe: () => void;
  readonly close: () => void;
}

interface TicketViewProps {
  readonly ticketId: string;
  readonly controls: Ref<TicketControls>;
  readonly assignees: readonly { readonly OperatorId: string; readonly Name: string }[];
}

export function TicketView({ ticketId: TicketId, controls, assignees }: TicketViewProps) {
  const { t } = useTranslation();
  const operator = useOperator();
  const canAnswer = operator.can('support.answer');
  const query = useQuery({
    queryKey: ['support', 'ticket', TicketId],
    queryFn: () => api.support.deskTicket({ TicketId }),
  });
  const [kind, setKind] = useState<DraftKind>('reply');
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const changes = [['support']];
  const assign = useAction({
    run: (OperatorId: string | undefined) => api.support.deskAssign({ TicketId, OperatorId }),
    done: t('support.assigned'),
    changes,
  });
  const close = useAction({ run: () => api.support.deskClose({ TicketId }), done: t('support.closed'), changes });
  const write = (next: DraftKind): void => {
    setKind(next);
    field.current?.focus();
  };
  useImperativeHandle(controls, () => ({
    reply: () => canAnswer && write('reply'),
    note: () => canAnswer && write('note'),
    insert: (text) => {
      if (!canAnswer) return;
      setDraft((before) => (before === '' ? text : `${before}\n${text}`));
      write('reply');
    },
    assignToMe: () => canAnswer && assign.mutate(operator.OperatorId),
    close: () => canAnswer && query.data?.Status !== 'Closed' && close.mutate(),
  }));
  if (!query.data)
    return query.error ? (
      <LoadFailed error={query.error} retry={() => void query.refetch()} />
    ) : (
      <Skeleton height={320} aria-label={t('common.loading')} />
    );
  const ticket = query.data;
  return (
    <Stack gap="md" component="section" aria-label={ticket.TicketId}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Group gap="xs">
            <Title order={2}>{ticket.TicketId}</Title>
            <Badge color={ticket.Status === 'Open' ? 'yellow' : 'gray'}>{t(`support.statuses.${ticket.Status}`)}</Badge>
          </Group>
          <Text c="dimmed">{[ticket.Email, ticket.Game ?? t('support.portal'), ticket.Locale].join(' · ')}</Text>
        </div>
        {canAnswer && (
          <Group gap="xs" align="flex-end">
            <Select
              label={t('support.assignee')}
              placeholder={t('support.unassigned')}
              clearable
              clearButtonProps={{ 'aria-label': t('support.unassigned') }}
              data={assignees.map(({ OperatorId, Name }) => ({ value: OperatorId, label: Name }))}
              value={ticket.Assignee?.OperatorId ?? null}
              onChange={(operatorId) => assign.mutate(operatorId ?? undefined)}
            />
            <Button
              variant="default"
              disabled={ticket.Status === 'Closed'}
              loading={close.isPending}
              onClick={() => close.mutate()}
            >
              {t('support.close')}
            </Button>
          </Group>
        )}
      </Group>
      {listConversation(ticket).map((message) => (
        <Message key={message.key} message={message} />
      ))}
      {canAnswer && (
        <TicketReply ticketId={TicketId} field={field} kind={kind} onKind={setKind} draft={draft} onDraft={setDraft} />
      )}
      <TicketContext ticket={ticket} />
    </Stack>
  );
}

function Message({ message: { kind, author, text, at } }: { message: Conversation }) {
  const { t } = useTranslation();
  return (
    <article className="ticket-message" data-kind={kind}>
      <Text size="sm" c="dimmed">
        {kind === 'note' ? t('support.noteOf', { author }) : t(`support.${kind}`)}
        {' · '}
        <DateTime at={at} />
      </Text>
      {text}
    </article>
  );
}
