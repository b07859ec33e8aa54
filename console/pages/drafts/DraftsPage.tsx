import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterSelect } from '#console/ui/FilterSelect.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { usePages } from '#console/ui/use-pages.ts';
import { draftStates, isDraftState, type Draft } from './draft.ts';
import { DraftStateBadge } from './DraftStateBadge.tsx';

const filterNames = ['State', 'Object'] as const;

export function DraftsPage() {
  const { t } = useTranslation();
  const operator = useOperator();
  const { values, set, clear } = useFilters(filterNames);
  const State = isDraftState(values.State) ? values.State : undefined;
  const source = usePages({
    queryKey: ['drafts', 'list', State, values.Object],
    load: async (BeforeDraftId: number | undefined, Limit) =>
      (await api.operatorDrafts.list({ State, Object: values.Object, BeforeDraftId, Limit })).Drafts,
    cursorOf: ({ DraftId }) => DraftId,
  });
  return (
    <>
      <PageHeader title={t('drafts.title')} text={t('drafts.text')}>
        {operator.can(['content.change', 'products.change']) && (
          <Button component={Link} to="/drafts/new" variant="default">
            {t('drafts.other')}
          </Button>
        )}
      </PageHeader>
      <FilterBar onClear={clear}>
        <FilterSelect
          label={t('drafts.state')}
          data={draftStates.map((value) => ({ value, label: t(`drafts.states.${value}`) }))}
          value={State}
          onChange={(value) => set('State', value)}
        />
        <FilterText label={t('drafts.object')} value={values.Object} onChange={(value) => set('Object', value)} />
      </FilterBar>
      <DataTable
        name="drafts"
        label={t('drafts.title')}
        columns={useColumns()}
        source={source}
        rowKey={({ DraftId }) => String(DraftId)}
        rowPath={({ DraftId }) => `/drafts/${DraftId}`}
        empty={<EmptyState icon="edit" title={t('drafts.empty')} text={t('drafts.emptyText')} />}
      />
    </>
  );
}

function useColumns(): readonly Column<Draft>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'object',
      title: t('drafts.object'),
      isWide: true,
      render: ({ DraftId, Object }) => <Link to={`/drafts/${DraftId}`}>{Object}</Link>,
    },
    { id: 'state', title: t('drafts.state'), render: (draft) => <DraftStateBadge draft={draft} /> },
    { id: 'author', title: t('drafts.author'), render: ({ Author }) => Author },
    { id: 'note', title: t('drafts.note'), render: ({ Note }) => Note },
    { id: 'updated', title: t('drafts.updated'), render: ({ UpdatedAt }) => <DateTime at={UpdatedAt} /> },
    { id: 'applyAt', title: t('drafts.applyAt'), render: ({ ApplyAt }) => <DateTime at={ApplyAt} /> },
  ];
}
