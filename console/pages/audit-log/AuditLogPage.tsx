import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { auditObjectKinds } from '#model/audit-log.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterDays, toInstants } from '#console/ui/FilterDays.tsx';
import { FilterSelect } from '#console/ui/FilterSelect.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { ObjectWithKind } from '#console/ui/ObjectWithKind.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { useActionText } from '#console/ui/use-action-text.ts';
import { usePages } from '#console/ui/use-pages.ts';
import type { Entry } from './entry.ts';
import { EntryDetails } from './EntryDetails.tsx';
import { FilterAction } from './FilterAction.tsx';
import { ExportButton } from './ExportButton.tsx';

const filterNames = ['Actor', 'ObjectKind', 'ObjectId', 'Action', 'Game', 'Since', 'Until'] as const;

export function AuditLogPage() {
  const { t } = useTranslation();
  const { values, set, setTwo, clear } = useFilters(filterNames);
  const filter = { ...values, ...toInstants(values.Since, values.Until) };
  const [opened, setOpened] = useState<Entry>();
  const source = usePages({
    queryKey: ['auditLog', values],
    load: async (BeforeEntryId: number | undefined, Limit) =>
      (await api.auditLog.entries({ ...filter, BeforeEntryId, Limit })).Entries,
    cursorOf: ({ EntryId }) => EntryId,
  });
  return (
    <>
      <PageHeader title={t('auditLog.title')} text={t('auditLog.text')}>
        <ExportButton filter={filter} />
      </PageHeader>
      <FilterBar onClear={clear}>
        <FilterText label={t('auditLog.actor')} value={values.Actor} onChange={(value) => set('Actor', value)} />
        <FilterAction value={values.Action} onChange={(value) => set('Action', value)} />
        <FilterSelect
          label={t('auditLog.objectKind')}
          searchable
          data={auditObjectKinds.map((value) => ({ value, label: t(`auditLog.kinds.${value}`) }))}
          value={values.ObjectKind}
          onChange={(value) => set('ObjectKind', value)}
        />
        <FilterText
          label={t('auditLog.objectId')}
          value={values.ObjectId}
          onChange={(value) => set('ObjectId', value)}
        />
        <FilterText label={t('auditLog.game')} value={values.Game} onChange={(value) => set('Game', value)} />
        <FilterDays
          label={t('auditLog.days')}
          since={values.Since}
          until={values.Until}
          onChange={(since, until) => setTwo(['Since', since], ['Until', until])}
        />
      </FilterBar>
      <DataTable
        name="audit-log"
        label={t('auditLog.title')}
        columns={useColumns()}
        source={source}
        rowKey={({ EntryId }) => String(EntryId)}
        onOpen={setOpened}
        empty={<EmptyState icon="audit" title={t('auditLog.empty')} text={t('auditLog.emptyText')} />}
      />
      <EntryDetails entry={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function useColumns(): readonly Column<Entry>[] {
  const { t } = useTranslation();
  const actionText = useActionText();
  return [
    { id: 'at', title: t('auditLog.at'), render: ({ At }) => <DateTime at={At} /> },
    { id: 'actor', title: t('auditLog.actor'), render: ({ ActorName }) => ActorName },
    { id: 'action', title: t('auditLog.action'), render: ({ Action }) => actionText(Action) },
    {
      id: 'object',
      title: t('auditLog.object'),
      isWide: true,
      render: ({ ObjectKind, ObjectId }) => <ObjectWithKind kind={ObjectKind} id={ObjectId} />,
    },
    { id: 'reason', title: t('auditLog.reason'), render: ({ Reason }) => Reason },
    { id: 'game', title: t('auditLog.game'), isHidden: true, render: ({ Game }) => Game },
    { id: 'address', title: t('auditLog.address'), isHidden: true, render: ({ Address }) => Address },
  ];
}
