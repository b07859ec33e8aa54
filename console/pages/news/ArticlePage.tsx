import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { PageSkeleton } from '#console/shell/PageSkeleton.tsx';
import { useDraftStart } from '#console/pages/drafts/use-draft-start.ts';
import { ArticleForm } from './ArticleForm.tsx';

/** A new article, a published one, or a draft of one. */
export function ArticlePage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const operator = useOperator();
  const navigate = useNavigate();
  // A new article gets its id here, so that its draft has a place.
  const [newId] = useState(() => crypto.randomUUID());
  const id = params.get('id') ?? newId;
  const game = params.get('game') ?? undefined;
  const start = useQuery(useDraftStart(`${game === undefined ? '' : `games/${game}/`}news/${id}`));
  const unpublish = useAction({
    run: () =>
      api.operatorNews.draftUnpublishing({
        ArticleId: id,
        Game: game,
        Version: start.data?.version ?? 'new',
        Note: undefined,
      }),
    done: t('drafts.saved'),
    changes: [['drafts']],
    onDone: ({ DraftId }) => void navigate(`/drafts/${DraftId}`),
  });
  const isPublished = start.data !== undefined && start.data.version !== 'new';
  return (
    <>
      <PageHeader
        title={isPublished ? t('news.edit') : t('news.add')}
        text={game ?? t('news.portal')}
        above={[{ title: t('news.title'), path: '/news' }]}
      >
        {isPublished && start.data.draftId === undefined && operator.can('news.change') && (
          <Button variant="default" loading={unpublish.isPending} onClick={() => unpublish.mutate()}>
            {t('news.unpublish')}
          </Button>
        )}
      </PageHeader>
      {start.error && <LoadFailed error={start.error} retry={() => void start.refetch()} />}
      {!start.data && !start.error && <PageSkeleton />}
      {start.data && <ArticleForm key={id} articleId={id} game={game} start={start.data} />}
    </>
  );
}
