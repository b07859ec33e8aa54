import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { toLocale } from '#model/locale.ts';
import { newsQuery } from '#portal/queries/news-query.ts';
import { useOwnPagePaths } from '#portal/shell/own-page-paths.ts';
import { NewsCard } from '../news/NewsCard.tsx';
import { sortNews } from '../news/sort-news.ts';

const most = 6;

export function GameNews({ game }: { game: string }) {
  const { t, i18n } = useTranslation();
  const { newsPage } = useOwnPagePaths();
  const news = useQuery(newsQuery({ game }, toLocale(i18n.language)));
  const items = sortNews(news.data?.News ?? [], new Date(news.dataUpdatedAt));
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
