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
import { FilterText } from '#console/ui/FilterText.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { usePages } from '#console/ui/use-pages.ts';

export type Article = Awaited<ReturnType<typeof api.operatorNews.list>>['Articles'][number];

const filterNames = ['Game'] as const;

export function NewsPage() {
  const { t } = useTranslation();
  const operator = useOperator();
  const { values, set, clear } = useFilters(filterNames);
  const source = usePages({
    queryKey: ['news', 'list', values],
    load: async (BeforeArticleId: string | undefined, Limit) =>
      (await api.operatorNews.list({ Game: values.Game, BeforeArticleId, Limit })).Articles,
    cursorOf: ({ ArticleId }) => ArticleId,
  });
  return (
    <>
      <PageHeader title={t('news.title')} text={t('news.text')}>
        {operator.can('content.read') && (
          <Button component={Link} to="/drafts?State=Open" variant="default">
            {t('news.drafts')}
          </Button>
        )}
        {operator.can('news.change') && (
          <Button component={Link} to={`/news/edit${values.Game === undefined ? '' : `?game=${values.Game}`}`}>
            {t('news.add')}
          </Button>
        )}
      </PageHeader>
      <FilterBar onClear={clear}>
        <FilterText
          label={t('news.game')}
          placeholder={t('news.portal')}
          value={values.Game}
          onChange={(value) => set('Game', value)}
        />
      </FilterBar>
      <DataTable
        name="news"
        label={t('news.title')}
        columns={useColumns()}
        source={source}
        rowKey={({ ArticleId }) => ArticleId}
        rowPath={(article) => (operator.can('content.read') ? buildArticlePath(article) : undefined)}
        empty={<EmptyState icon="news" title={t('news.empty')} text={t('news.emptyText')} />}
      />
    </>
  );
}

const buildArticlePath = ({ ArticleId, Game }: Article): string =>
  `/news/edit?id=${ArticleId}${Game === undefined ? '' : `&game=${Game}`}`;

function useColumns(): readonly Column<Article>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'header',
      title: t('news.header'),
      isWide: true,
      render: (article) => (
        <Link to={buildArticlePath(article)}>
          {(article.Messages.find(({ Locale }) => Locale === 'en') ?? article.Messages[0])?.Header}
        </Link>
      ),
    },
    {
      id: 'languages',
      title: t('news.languages'),
      render: ({ Messages }) => Messages.map(({ Locale }) => Locale).join(', '),
    },
    { id: 'priority', title: t('news.priority'), render: ({ Priority }) => t(`news.priorities.${Priority}`) },
    { id: 'published', title: t('news.published'), render: ({ PublishedAt }) => <DateTime at={PublishedAt} /> },
    { id: 'tags', title: t('news.tags'), isHidden: true, render: ({ Tags }) => Tags.join(', ') },
  ];
}
