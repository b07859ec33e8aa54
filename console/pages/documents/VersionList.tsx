import { Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { usePages } from '#console/ui/use-pages.ts';
import type { DocumentKey } from './document-key.ts';
import { VersionDetails } from './VersionDetails.tsx';
import type { VersionRow } from './version-row.ts';

export function VersionList({ type, game }: DocumentKey) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<VersionRow>();
  const source = usePages({
    queryKey: ['documents', 'versions', type, game],
    load: async (BeforeNumber: number | undefined, Limit) =>
      (await api.operatorDocuments.versions({ Type: type, Game: game, BeforeNumber, Limit })).Versions,
    cursorOf: ({ Number: number }) => number,
  });
  const place = source.rows?.findIndex(({ VersionId }) => VersionId === opened?.VersionId) ?? -1;
  return (
    <Stack>
      <Title order={2}>{t('documents.versions')}</Title>
      <DataTable
        label={t('documents.versions')}
        columns={useColumns()}
        source={source}
        rowKey={({ VersionId }) => VersionId}
        onOpen={setOpened}
        empty={<EmptyState icon="document" title={t('documents.noVersions')} />}
      />
      <VersionDetails
        version={opened}
        previous={place < 0 ? undefined : source.rows?.[place + 1]}
        onClose={() => setOpened(undefined)}
      />
    </Stack>
  );
}

function useColumns(): readonly Column<VersionRow>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return [
    { id: 'number', title: t('documents.version'), render: ({ Number: number }) => number },
    {
      id: 'published',
      title: t('documents.published'),
      isWide: true,
      render: ({ PublishedAt }) => <DateTime at={PublishedAt} />,
    },
    { id: 'url', title: t('documents.url'), render: ({ Url }) => Url },
    {
      id: 'acceptances',
      title: t('documents.acceptances'),
      align: 'end',
      render: ({ Acceptances }) => formats.number(Acceptances),
    },
  ];
}
