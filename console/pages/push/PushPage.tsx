import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { useOperator } from '#console/session.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { usePages } from '#console/ui/use-pages.ts';
import { MessageDetails } from './MessageDetails.tsx';

export type PushMessage = Awaited<ReturnType<typeof api.operatorPush.list>>['Messages'][number];

const filterNames = ['Game'] as const;
const colors = { Scheduled: 'violet', Sending: 'blue', Sent: 'teal', Cancelled: 'gray' } as const;

export function PushPage() {
  const { t } = useTranslation();
  const operator = useOperator();
  const { values, set, clear } = useFilters(filterNames);
  const [opened, setOpened] = useState<PushMessage>();
  const source = usePages({
    queryKey: ['push', 'list', values],
    load: async (BeforeMessageId: string | undefined, Limit) =>
      (await api.operatorPush.list({ Game: values.Game, BeforeMessageId, Limit })).Messages,
    cursorOf: ({ MessageId }) => MessageId,
  });
  return (
    <>
      <PageHeader title={t('push.title')} text={t('push.text')}>
        {operator.can('push.send') && (
          <Button component={Link} to="/push/compose">
            {t('push.compose')}
          </Button>
        )}
      </PageHeader>
      <FilterBar onClear={clear}>
        <FilterText label={t('push.game')} value={values.Game} onChange={(value) => set('Game', value)} />
      </FilterBar>
      <DataTable
        name="push"
        label={t('push.title')}
        columns={useColumns()}
        source={source}
        rowKey={({ MessageId }) => MessageId}
        onOpen={setOpened}
        empty={<EmptyState icon="push" title={t('push.empty')} text={t('push.emptyText')} />}
      />
      <MessageDetails messageId={opened?.MessageId} onClose={() => setOpened(undefined)} />
    </>
  );
}

function useColumns(): readonly Column<PushMessage>[] {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  return [
    {
      id: 'title',
      title: t('push.messageTitle'),
      isWide: true,
      render: ({ Title }) => chooseLocalizedText(Title, toLocale(i18n.language)),
    },
    { id: 'game', title: t('push.game'), render: ({ Game }) => Game ?? t('push.portalNews') },
    {
      id: 'state',
      title: t('push.state'),
      render: ({ State }) => <Badge color={colors[State]}>{t(`push.states.${State}`)}</Badge>,
    },
    {
      id: 'sent',
      title: t('push.sentAt'),
      render: ({ SendAt, CreatedAt }) => <DateTime at={SendAt ?? CreatedAt} />,
    },
    { id: 'author', title: t('push.author'), render: ({ Author }) => Author ?? t('push.gameServer') },
    {
      id: 'recipients',
      title: t('push.recipients'),
      align: 'end',
      render: ({ Recipients }) => formats.number(Recipients),
    },
  ];
}
