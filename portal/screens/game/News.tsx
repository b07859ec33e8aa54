import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { formatDay } from '#portal/i18n/format-date.ts';
import { newsQuery } from '#portal/queries/news-query.ts';

const Markdown = lazy(async () => ({ default: (await import('#portal/ui/Markdown.tsx')).Markdown }));

/** What there is to tell about a game. Nothing is shown when there is nothing: news are never the reason to come. */
export function News({ game }: { game: string }) {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const news = useQuery(newsQuery(game, locale));
  const items = news.data?.News ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="news">
      <h2 id="news">{t('game.news')}</h2>
      <ul className="news">
        {items.map(({ Id, CreatedAt, Messages: [message] }) => (
          <li key={Id}>
            <h3 dir="auto">{message?.Header}</h3>
            <time dateTime={CreatedAt}>{formatDay(CreatedAt, locale)}</time>
            <div dir="auto">
              <Suspense fallback={<p>{message?.Message}</p>}>
                <Markdown text={message?.Message ?? ''} />
              </Suspense>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
