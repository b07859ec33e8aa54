import { Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
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

export type DocumentRow = Awaited<ReturnType<typeof api.operatorDocuments.list>>['Documents'][number];

const filterNames = ['Game'] as const;

export function DocumentsPage() {
  const { t } = useTranslation();
  const operator = useOperator();
  const { values, set, clear } = useFilters(filterNames);
  const source = usePages({
    queryKey: ['documents', 'list', values],
    load: async (AfterDocumentId: string | undefined, Limit) =>
      (await api.operatorDocuments.list({ Game: values.Game, AfterDocumentId, Limit })).Documents,
    cursorOf: ({ DocumentId }) => DocumentId,
  });
  const missing = (['TOS', 'PP'] as const).filter(
    (type) => source.rows && !source.rows.some(({ Type, Game }) => Type === type && Game === values.Game),
  );
  return (
    <>
      <PageHeader title={t('documents.title')} text={t('documents.text')}>
        {operator.can('documents.change') &&
          missing.map((type) => (
            <Button key={type} component={Link} to={buildDocumentPath(type, values.Game)} variant="default">
              {t('documents.add', { type: t(`documents.types.${type}`) })}
            </Button>
          ))}
      </PageHeader>
      <FilterBar onClear={clear}>
        <FilterText label={t('documents.game')} value={values.Game} onChange={(value) => set('Game', value)} />
      </FilterBar>
      <DataTable
        name="documents"
        label={t('documents.title')}
        columns={useColumns()}
        source={source}
        rowKey={({ DocumentId }) => DocumentId}
        rowPath={({ Type, Game }) => buildDocumentPath(Type, Game)}
        empty={<EmptyState icon="document" title={t('documents.empty')} text={t('documents.emptyText')} />}
      />
    </>
  );
}

export const buildDocumentPath = (type: DocumentRow['Type'], game: string | undefined): string =>
  `/documents/${type.toLowerCase()}${game === undefined ? '' : `?game=${game}`}`;

function useColumns(): readonly Column<DocumentRow>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return [
    {
      id: 'type',
      title: t('documents.document'),
      isWide: true,
      render: ({ Type, Game }) => <Link to={buildDocumentPath(Type, Game)}>{t(`documents.types.${Type}`)}</Link>,
    },
    { id: 'game', title: t('documents.game'), render: ({ Game }) => Game ?? t('documents.portal') },
    { id: 'version', title: t('documents.version'), align: 'end', render: ({ Number: number }) => number },
    { id: 'published', title: t('documents.published'), render: ({ PublishedAt }) => <DateTime at={PublishedAt} /> },
    {
      id: 'acceptance',
      title: t('documents.acceptance'),
      render: ({ IsActive, NeedUserAcceptance }) =>
        IsActive ? (
          t(NeedUserAcceptance ? 'documents.mustAccept' : 'documents.needNotAccept')
        ) : (
          <Badge color="gray">{t('documents.inactive')}</Badge>
        ),
    },
    {
      id: 'acceptances',
      title: t('documents.acceptances'),
      align: 'end',
      render: ({ Acceptances }) => formats.number(Acceptances),
    },
  ];
}
