import { Badge, Button, Group, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { OperatorReview } from '#contract/console/moderation.ts';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import type { Column } from '#console/ui/column.ts';
import { ConfirmWithReason } from '#console/ui/ConfirmWithReason.tsx';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FilterBar, useFilters } from '#console/ui/FilterBar.tsx';
import { FilterSelect } from '#console/ui/FilterSelect.tsx';
import { FilterText } from '#console/ui/FilterText.tsx';
import { ObjectLink } from '#console/ui/ObjectLink.tsx';
import { useAction } from '#console/ui/use-action.ts';

type Review = Static<typeof OperatorReview>;

const filterNames = ['game', 'state', 'stars'] as const;

export function ReviewList() {
  const { t } = useTranslation();
  const { values, set, clear } = useFilters(filterNames);
  const [asked, setAsked] = useState<Review>();
  const filter = {
    Game: values.game === '' ? undefined : values.game,
    IsHidden: values.state === undefined ? undefined : values.state === 'hidden',
    MaxRating: /^[1-5]$/.test(values.stars ?? '') ? Number(values.stars) : undefined,
  };
  const query = useInfiniteQuery({
    queryKey: ['moderation', 'reviews', filter],
    queryFn: ({ pageParam }) => api.operatorModeration.reviews({ ...filter, Before: pageParam, Limit: 50 }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ NextBefore }) => NextBefore,
  });
  return (
    <>
      <FilterBar onClear={clear}>
        <FilterText label={t('moderation.game')} value={values.game} onChange={(value) => set('game', value)} />
        <FilterSelect
          label={t('moderation.state')}
          data={[
            { value: 'visible', label: t('moderation.visible') },
            { value: 'hidden', label: t('moderation.hidden') },
          ]}
          value={values.state}
          onChange={(value) => set('state', value)}
        />
        <FilterSelect
          label={t('moderation.maxRating')}
          data={['1', '2', '3', '4', '5']}
          value={values.stars}
          onChange={(value) => set('stars', value)}
        />
      </FilterBar>
      {query.isPending && <Skeleton height={4} aria-label={t('common.loading')} />}
      <DataTable
        label={t('moderation.tabs.reviews')}
        columns={useColumns(setAsked)}
        source={{
          rows: query.data?.pages.flatMap(({ Reviews }) => Reviews),
          error: query.error,
          retry: () => void query.refetch(),
          hasMore: query.hasNextPage,
          loadMore: () => void query.fetchNextPage(),
          isLoadingMore: query.isFetchingNextPage,
        }}
        rowKey={({ Game, AccountId, GameUid, UpdatedAt }) => `${Game} ${AccountId ?? GameUid ?? ''} ${UpdatedAt}`}
        empty={<EmptyState icon="moderation" title={t('moderation.noReviews')} />}
      />
      {asked && <ConfirmReviewChange review={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function useColumns(ask: (review: Review) => void): readonly Column<Review>[] {
  const { t } = useTranslation();
  const { can } = useOperator();
  return [
    { id: 'stars', title: t('moderation.rating'), align: 'end', render: ({ Rating }) => `${Rating} / 5` },
    {
      id: 'text',
      title: t('moderation.review'),
      isWide: true,
      render: ({ Text, IsHidden }) => (
        <Group gap="xs">
          <span>{Text || t('moderation.noText')}</span>
          {IsHidden && <Badge color="gray">{t('moderation.hidden')}</Badge>}
        </Group>
      ),
    },
    { id: 'game', title: t('moderation.game'), render: ({ Game }) => Game },
    {
      id: 'player',
      title: t('moderation.player'),
      render: ({ AccountId, Name, GameUid }) =>
        AccountId === undefined ? GameUid : <ObjectLink kind="player" id={AccountId} text={Name || AccountId} />,
    },
    { id: 'at', title: t('moderation.updated'), render: ({ UpdatedAt }) => <DateTime at={UpdatedAt} /> },
    {
      id: 'actions',
      title: t('common.actions'),
      render: (review) =>
        can('moderation.change') &&
        review.AccountId !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => ask(review)}>
            {t(review.IsHidden ? 'moderation.show' : 'moderation.hide')}
          </Button>
        ),
    },
  ];
}

function ConfirmReviewChange({ review, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useTranslation();
  const { AccountId = '', Game, IsHidden } = review;
  const run = useAction({
    run: (Reason: string) =>
      api.operatorModeration.changeReview({ AccountId, Game, Change: IsHidden ? 'Show' : 'Hide', Reason }),
    done: t('moderation.reviewChanged'),
    changes: [['moderation']],
    onDone: onClose,
  });
  return (
    <ConfirmWithReason
      isOpen
      onClose={onClose}
      title={t(IsHidden ? 'moderation.showTitle' : 'moderation.hideTitle')}
      text={t('moderation.reviewText')}
      action={t(IsHidden ? 'moderation.show' : 'moderation.hide')}
      isRunning={run.isPending}
      onConfirm={run.mutate}
    />
  );
}
