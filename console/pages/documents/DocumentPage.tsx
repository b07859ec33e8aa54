import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useOperator } from '#console/session.ts';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { NoSuchPage } from '#console/shell/NoSuchPage.tsx';
import { PageSkeleton } from '#console/shell/PageSkeleton.tsx';
import { useDraftStart } from '#console/pages/drafts/use-draft-start.ts';
import { DocumentForm } from './DocumentForm.tsx';
import type { DocumentKey } from './document-key.ts';
import { VersionList } from './VersionList.tsx';

/** One document: its texts in all languages, and its versions. */
export function DocumentPage() {
  const { type } = useParams();
  const [params] = useSearchParams();
  const game = params.get('game') ?? undefined;
  if (type !== 'tos' && type !== 'pp') return <NoSuchPage />;
  return <Document key={`${type} ${game}`} type={type === 'tos' ? 'TOS' : 'PP'} game={game} />;
}

function Document({ type, game }: DocumentKey) {
  const { t } = useTranslation();
  const operator = useOperator();
  return (
    <>
      <PageHeader
        title={t(`documents.types.${type}`)}
        text={game ?? t('documents.portal')}
        above={[{ title: t('documents.title'), path: '/documents' }]}
      />
      <Stack gap="xl">
        {operator.can('documents.change') && operator.can('content.read') && <Editor type={type} game={game} />}
        <VersionList type={type} game={game} />
      </Stack>
    </>
  );
}

function Editor({ type, game }: DocumentKey) {
  const path = `${game === undefined ? '' : `games/${game}/`}documents/${type.toLowerCase()}`;
  const start = useQuery(useDraftStart(path));
  if (start.error) return <LoadFailed error={start.error} retry={() => void start.refetch()} />;
  return start.data ? <DocumentForm type={type} game={game} start={start.data} /> : <PageSkeleton />;
}
