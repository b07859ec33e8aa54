import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '#console/session.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { asRowSource } from '#console/ui/use-pages.ts';
import type { OperatorListProps, StudioRow } from './operators-query.ts';
import { SaveStudio } from './SaveStudio.tsx';

export function StudioList({ query }: OperatorListProps) {
  const { t } = useTranslation();
  const mayManage = useOperator().can('operators.manage');
  const [edited, setEdited] = useState<StudioRow | 'new'>();
  const columns: Column<StudioRow>[] = [
    {
      id: 'name',
      title: t('operators.studioName'),
      render: ({ Name, Studio }) => (
        <div>
          <Text fw={500}>{Name}</Text>
          <Text size="sm" c="dimmed" className="mono">
            {Studio}
          </Text>
        </div>
      ),
    },
    { id: 'games', title: t('operators.games'), isWide: true, render: ({ Games }) => Games.join(', ') },
    {
      id: 'publishing',
      title: t('operators.publishing'),
      render: ({ IsTrusted }) => (
        <Badge color={IsTrusted ? 'teal' : 'gray'}>
          {t(IsTrusted ? 'operators.trusted' : 'operators.needsApproval')}
        </Badge>
      ),
    },
    {
      id: 'operators',
      title: t('operators.tabs.people'),
      align: 'end',
      render: ({ Studio }) => query.data?.Operators.filter((each) => each.Studio === Studio).length,
    },
    { id: 'created', title: t('operators.since'), render: ({ CreatedAt }) => <DateTime at={CreatedAt} format="day" /> },
  ];
  const addButton = mayManage && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
      {t('operators.addStudio')}
    </Button>
  );
  return (
    <>
      <DataTable
        label={t('operators.tabs.studios')}
        columns={columns}
        source={asRowSource(query, query.data?.Studios)}
        rowKey={({ Studio }) => Studio}
        {...(mayManage && { onOpen: setEdited })}
        tools={addButton}
        empty={<EmptyState icon="games" title={t('operators.noStudios')} text={t('operators.noStudiosText')} />}
      />
      {edited && <SaveStudio studio={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
