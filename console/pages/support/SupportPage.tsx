// Support's inbox: the list of tickets, and the chosen one with its context. Everything has a key.
import { Button, Group, Select } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterSelect } from '#console/ui/FilterSelect.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { usePages } from '#console/ui/use-pages.ts';
import { KeyHelp } from './KeyHelp.tsx';
import { SavedReplies } from './SavedReplies.tsx';
import { findNeighbour } from './ticket.ts';
import { TicketList } from './TicketList.tsx';
import { TicketView, type TicketControls } from './TicketView.tsx';
import './support.css';

const filterNames = ['status', 'game', 'assignee', 'ticket'] as const;
const statuses = ['Open', 'Answered', 'Closed'] as const;

export function SupportPage() {
  const { t } = useTranslation();
  const operator = useOperator();
  const { values, set } = useFilters(filterNames);
  const [dialog, setDialog] = useState<'keys' | 'saved'>();
  const controls = useRef<TicketControls>(null);
  const status = statuses.find((each) => each === values.status) ?? 'Open';
  const assignees = useQuery({
    queryKey: ['support', 'assignees'],
    queryFn: async () => (await api.support.deskAssignees({})).Assignees,
  });
  const filter = {
    Status: status,
    Game: values.game === '' ? undefined : values.game,
    AssigneeId: values.assignee === 'mine' ? operator.OperatorId : toOperatorId(values.assignee),
    Unassigned: values.assignee === 'none' ? true : undefined,
  };
  const source = usePages({
    queryKey: ['support', 'tickets', filter],
    load: async (BeforeTicketId: string | undefined, Limit) =>
      (await api.support.deskTickets({ ...filter, BeforeTicketId, Limit })).Tickets,
    cursorOf: ({ TicketId }) => TicketId,
  });
  const chosen = values.ticket;
  const move = (steps: 1 | -1): void => set('ticket', findNeighbour(source.rows ?? [], chosen, steps));
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['r', () => controls.current?.reply()],
    ['n', () => controls.current?.note()],
    ['a', () => controls.current?.assignToMe()],
    ['e', () => controls.current?.close()],
    ['s', () => setDialog('saved')],
    ['shift+?', () => setDialog('keys')],
    ['?', () => setDialog('keys')],
  ]);
  return (
    <>
      <PageHeader title={t('support.title')} text={t('support.text')}>
        <Group gap="xs">
          <Button variant="default" leftSection={<Icon name="mail" size={16} />} onClick={() => setDialog('saved')}>
            {t('support.saved')}
          </Button>
          <Button variant="default" className="support-keys" onClick={() => setDialog('keys')}>
            {t('support.keys')}
          </Button>
        </Group>
      </PageHeader>
      <FilterBar>
        <Select
          label={t('support.status')}
          allowDeselect={false}
          data={statuses.map((value) => ({ value, label: t(`support.statuses.${value}`) }))}
          value={status}
          onChange={(value) => set('status', value)}
        />
        <FilterSelect
          label={t('support.assignee')}
          data={[
            { value: 'mine', label: t('support.mine') },
            { value: 'none', label: t('support.unassigned') },
            ...(assignees.data ?? [])
              .filter(({ OperatorId }) => OperatorId !== operator.OperatorId)
              .map(({ OperatorId, Name }) => ({ value: OperatorId, label: Name })),
          ]}
          value={values.assignee}
          onChange={(value) => set('assignee', value)}
        />
        <FilterText label={t('support.game')} value={values.game} onChange={(value) => set('game', value)} />
      </FilterBar>
      <div className="support-columns" data-chosen={chosen !== undefined}>
        <TicketList source={source} chosen={chosen} onChoose={(ticketId) => set('ticket', ticketId)} />
        {chosen === undefined ? (
          <EmptyState icon="support" title={t('support.choose')} text={t('support.chooseText')} />
        ) : (
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              mb="sm"
              className="support-back"
              leftSection={<Icon name="arrowLeft" size={16} />}
              onClick={() => set('ticket', undefined)}
            >
              {t('support.allTickets')}
            </Button>
            <TicketView key={chosen} ticketId={chosen} controls={controls} assignees={assignees.data ?? []} />
          </div>
        )}
      </div>
      {dialog === 'keys' && <KeyHelp onClose={() => setDialog(undefined)} />}
      {dialog === 'saved' && (
        <SavedReplies
          onClose={() => setDialog(undefined)}
          onInsert={(text) => {
            setDialog(undefined);
            controls.current?.insert(text);
          }}
        />
      )}
    </>
  );
}

/** What is in the address and no id of an operator counts as no filter. */
const toOperatorId = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9a-f-]{36}$/.test(text) ? text : undefined;
