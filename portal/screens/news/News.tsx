import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { newsQuery, type NewsFilter } from '#portal/queries/news-query.ts';
import { useOwnPagePaths } from '#portal/shell/own-page-paths.ts';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { usePageTarget } from '#portal/shell/use-page-target.ts';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { MissingContent } from '../error/NotFound.tsx';
import { isClientError } from '#portal/queries/create-query-client.ts';
import { NewsCard } from './NewsCard.tsx';
import { NewsSkeleton } from './NewsSkeleton.tsx';
import { sortNews } from './sort-news.ts';
import './news.css';

export function News() {
  const { game } = usePageTarget();
  return game === undefined ? <NewsOfPortal /> : <NewsOfGame game={game} />;
}

function NewsOfPortal() {
  const { t } = useTranslation();
  usePageTitle(t('news.title'));
  return (
    <div className="news-page">
      <h1 className="screen-title">{t('news.title')}</h1>
      <NewsPages />
    </div>
  );
}

function NewsOfGame({ game }: { game: string }) {
  const { t, i18n } = useTranslation();
  const config = useQuery(gameConfigQuery(game));
  const { gamePage } = useOwnPagePaths();
  const title = config.data ? chooseLocalizedText(config.data.StorePage.Title, toLocale(i18n.language)) : '';
  usePageTitle(title === '' ? undefined : `${t('news.title')}: ${title}`);
  if (config.isError && isClientError(config.error))
    return <MissingContent heading={t('news.title')} text={t('game.notFound')} />;
  return (
    <div className="news-page">
      <p>
        <Link to={gamePage(game)} dir="auto">
          {title || t('loading')}
        </Link>
      </p>
      <h1 className="screen-title">{t('news.title')}</h1>
      <NewsPages game={game} />
    </div>
  );
}

function NewsPages({ game }: { game?: string }) {
  const [search] = useSearchParams();
  const tag = search.get('tag')?.slice(0, maxTag) || undefined;
  return (
    <>
      {tag !== undefined && <Chosen tag={tag} />}
      <NewsList key={`${game} ${tag}`} {...{ game, tag }} />
    </>
  );
}

function NewsList(wanted: NewsFilter) {
  const { t, i18n } = useTranslation();
  const news = useQuery(newsQuery(wanted, toLocale(i18n.language)));
  const [isNextWanted, setNextWanted] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The pressed button is gone, so the focus moves to the new page.
  const isContinued = wanted.before !== undefined && news.isSuccess;
  useEffect(() => {
    if (isContinued) list.current?.querySelector('a')?.focus();
  }, [isContinued]);
  if (news.isPending) return <NewsSkeleton />;
  if (news.isError && !news.data) return <LoadFailed title={t('news.failed')} query={news} />;
  const { News: told, Next } = news.data;
  if (told.length === 0 && wanted.before === undefined)
    return <EmptyState drawing="empty" title={wanted.tag === undefined ? t('news.empty') : t('news.emptyTag')} />;
  return (
    <>
      <ul ref={list} className="news-list">
        {sortNews(told, new Date(news.dataUpdatedAt)).map((item) => (
          <li key={item.Id}>
            <NewsCard item={item} level={2} />
          </li>
        ))}
      </ul>
      {Next !== undefined &&
        (isNextWanted ? (
          <NewsList {...wanted} before={Next} />
        ) : (
          <Button onClick={() => setNextWanted(true)}>{t('news.older')}</Button>
        ))}
    </>
  );
}

const maxTag = 40;

function Chosen({ tag }: { tag: string }) {
  const { t } = useTranslation();
  return (
    <p className="chosen">
      <span dir="auto">{`#${tag}`}</span>
      <Link to={{ search: '' }}>{t('news.all')}</Link>
    </p>
  );
}
