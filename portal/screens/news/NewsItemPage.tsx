import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { toLocale } from '#model/locale.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { newsItemQuery } from '#portal/queries/news-query.ts';
import { useOwnPagePaths } from '#portal/shell/own-page-paths.ts';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { MissingContent } from '../error/NotFound.tsx';
import { isClientError } from '#portal/queries/create-query-client.ts';
import { NewsPriorityBadge, NewsLink, NewsPicture, NewsTags } from './NewsParts.tsx';
import { NewsSkeleton } from './NewsSkeleton.tsx';
import './news-card.css';
import './news.css';

const Markdown = lazy(async () => ({ default: (await import('#portal/ui/Markdown.tsx')).Markdown }));

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function NewsItemPage() {
  const { i18n, t } = useTranslation();
  const format = useFormats();
  const { id = '' } = useParams();
  const isKnown = isId.test(id);
  const { newsPage } = useOwnPagePaths();
  const news = useQuery({ ...newsItemQuery(id.toLowerCase(), toLocale(i18n.language)), enabled: isKnown });
  usePageTitle(news.data?.Item.Messages[0]?.Header);
  if (!isKnown || (news.isError && isClientError(news.error)))
    return <MissingContent heading={t('news.title')} text={t('news.notFound')} to="/News" action={t('news.all')} />;
  if (news.isError) return <LoadFailed title={t('news.failed')} query={news} />;
  if (news.isPending) return <NewsSkeleton />;
  const { Item, GameSystemName: game } = news.data;
  const [message] = Item.Messages;
  const list = newsPage(game);
  return (
    <article className="news-page">
      <p>
        <Link to={list}>{t('news.all')}</Link>
      </p>
      <NewsPicture address={Item.ImageUrl} made={Item.Picture} className="news-picture" />
      <div className="about">
        <NewsPicture address={Item.IconUrl} className="symbol" />
        <h1 className="screen-title" dir="auto">
          {message?.Header}
        </h1>
      </div>
      <p className="facts">
        <time dateTime={Item.CreatedAt}>{format.day(Item.CreatedAt)}</time>
        <NewsPriorityBadge item={Item} />
      </p>
      <div className="message" dir="auto" lang={message?.Locale}>
        <Suspense fallback={<p>{message?.Message}</p>}>
          <Markdown text={message?.Message ?? ''} />
        </Suspense>
      </div>
      <NewsLink address={Item.Link} game={game} />
      <NewsTags tags={Item.Tags} page={list} />
    </article>
  );
}
