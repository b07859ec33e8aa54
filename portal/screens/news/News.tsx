// What there is to tell, of the portal or of a game, the newest first.
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { localizedText, toLocale } from '#model/locale.ts';
import { gamePage } from '#portal/shell/own-pages.ts';
import { usePlace } from '#portal/shell/use-place.ts';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useGameConfig } from '../game/use-game-config.ts';
import { isRefusal } from './is-refusal.ts';
import { NewsCard } from './NewsCard.tsx';
import { NewsFailed, NewsSkeleton } from './NewsStates.tsx';
import { sortNews } from './sort-news.ts';
import { useNews } from './use-news.ts';
import './news.css';

export function News() {
  const { game } = usePlace();
  return game === undefined ? <NewsOfPortal /> : <NewsOfGame game={game} />;
}

function NewsOfPortal() {
  const { t } = useTranslation();
  return (
    <div className="news-page">
      <h1 className="screen-title">{t('news.title')}</h1>
      <NewsPages />
    </div>
  );
}

function NewsOfGame({ game }: { game: string }) {
  const { t, i18n } = useTranslation();
  const config = useGameConfig(game);
  if (config.isError && isRefusal(config.error))
    return (
      <EmptyState
        drawing="empty"
        title={t('game.unknown')}
        action={
          <ButtonLink kind="primary" to="/">
            {t('nav.home')}
          </ButtonLink>
        }
      />
    );
  const title = config.data ? localizedText(config.data.StorePage.Title, toLocale(i18n.language)) : '';
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
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const tag = search.get('tag')?.slice(0, longestTag) || undefined;
  const news = useNews({ game, tag });
  if (news.isPending) return <NewsSkeleton />;
  if (news.isError && !news.data) return <NewsFailed isBusy={news.isFetching} retry={() => void news.refetch()} />;
  // A page that is asked for while something is added may begin with what the one before ended with.
  const items = new Map(news.data.pages.flatMap(({ News: told }) => told.map((item) => [item.Id, item])));
  return (
    <>
      {tag !== undefined && <Chosen tag={tag} />}
      {items.size === 0 ? (
        <EmptyState drawing="empty" title={tag === undefined ? t('news.none') : t('news.noneWithTag')} />
      ) : (
        <ul className="news-list">
          {sortNews([...items.values()], new Date(news.dataUpdatedAt)).map((item) => (
            <li key={item.Id}>
              <NewsCard item={item} level={2} />
            </li>
          ))}
        </ul>
      )}
      {news.isFetchNextPageError && <Notice tone="danger">{t('news.failed')}</Notice>}
      {news.hasNextPage && (
        <Button busy={news.isFetchingNextPage} onClick={() => void news.fetchNextPage()}>
          {t('news.older')}
        </Button>
      )}
    </>
  );
}

const longestTag = 40;

function Chosen({ tag }: { tag: string }) {
  const { t } = useTranslation();
  return (
    <p className="chosen">
      <span dir="auto">{`#${tag}`}</span>
      <Link to={{ search: '' }}>{t('news.all')}</Link>
    </p>
  );
}
