import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Locale } from '#model/locale.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { newsQuery } from '#portal/queries/news-query.ts';

const most = 3;

export function NewsStrip({ locale }: { locale: Locale }) {
  const { t } = useTranslation();
  const format = useFormats();
  const news = useQuery(newsQuery({}, locale));
  const items = news.data?.News.slice(0, most) ?? [];
  if (items.length === 0) return null;
  return (
    <section className="news-strip" aria-labelledby="news">
      <h2 id="news">{t('landing.news')}</h2>
      <div className="items">
        {items.map(({ Id, CreatedAt, Messages: [message] }) => (
          <article key={Id}>
            <time dateTime={CreatedAt}>{format.day(CreatedAt)}</time>
            <h3 dir="auto">{message?.Header}</h3>
            <p dir="auto">{plainText(message?.Message ?? '')}</p>
          </article>
        ))}
      </div>
    </section>
  );
}

/** Removes Markdown; a link becomes its text. */
const plainText = (text: string): string =>
  text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`#>]+/g, '');
