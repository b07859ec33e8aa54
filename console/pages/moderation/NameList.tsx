// Names that the word filter would mask, found page by page.
import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { DateTime } from '#console/ui/DateTime.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';

export function NameList() {
  const { t } = useTranslation();
  const query = useInfiniteQuery({
    queryKey: ['moderation', 'names'],
    queryFn: ({ pageParam }) => api.operatorModeration.names({ BeforeAccountId: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ NextBeforeAccountId }) => NextBeforeAccountId,
  });
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('moderation.namesText')}
      </Text>
      <DataTable
        label={t('moderation.tabs.names')}
        columns={[
          { id: 'name', title: t('moderation.name'), isWide: true, render: ({ Name }) => Name },
          { id: 'masked', title: t('moderation.masked'), render: ({ Masked }) => Masked },
          {
            id: 'since',
            title: t('moderation.since'),
            render: ({ CreatedAt }) => <DateTime at={CreatedAt} format="day" />,
          },
        ]}
        source={{
          rows: query.data?.pages.flatMap(({ Players }) => Players),
          error: query.error,
          retry: () => void query.refetch(),
          // An empty page has no row to load more from, so the button is below.
          hasMore: false,
          loadMore: () => undefined,
          isLoadingMore: false,
        }}
        rowKey={({ AccountId }) => AccountId}
        rowPath={({ AccountId }) => `/players/${AccountId}`}
        empty={<EmptyState icon="moderation" title={t('moderation.noNames')} />}
      />
      <Group justify="center" mt="md">
        {query.hasNextPage ? (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('moderation.checkMore')}
          </Button>
        ) : (
          query.data && <Text c="dimmed">{t('moderation.checkedAll')}</Text>
        )}
      </Group>
    </>
  );
}
