import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { newsPage } from '#portal/shell/own-pages.ts';
import { NewsCard } from '../news/NewsCard.tsx';
import { sortNews } from '../news/sort-news.ts';
import { useNews } from '../news/use-news.ts';

const most = 6;

/** What there is to tell about a game. Nothing is shown when there is nothing: news are never the reason to come. */
export function News({ game }: { game: string }) {
  const { t } = useTranslation();
  const news = useNews({ game });
  const items = sortNews(news.data?.pages[0]?.News ?? [], new Date(news.dataUpdatedAt));
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="news">
      <h2 id="news">{t('game.news')}</h2>
      <ul className="news">
        {items.slice(0, most).map((item) => (
          <li key={item.Id}>
            <NewsCard item={item} />
          </li>
        ))}
      </ul>
      {items.length > most && <Link to={newsPage(game)}>{t('news.all')}</Link>}
    </section>
  );
}
