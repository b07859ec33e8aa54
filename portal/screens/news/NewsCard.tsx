import { Link } from 'react-router';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { createExcerpt } from './create-excerpt.ts';
import { NewsPriorityBadge, NewsPicture } from './NewsParts.tsx';
import type { NewsItem } from './sort-news.ts';
import './news-card.css';

export function NewsCard({ item, level = 3 }: { item: NewsItem; level?: 2 | 3 }) {
  const format = useFormats();
  const { Id, CreatedAt, ImageUrl, IconUrl, Messages, Priority } = item;
  const [message] = Messages;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article className={`news-card ${Priority.toLowerCase()}`}>
      <NewsPicture address={ImageUrl} made={item.Picture} className="news-picture" />
      <div className="about">
        <NewsPicture address={IconUrl} className="symbol" />
        <div>
          <Heading dir="auto">
            {/* The whole card is clickable. */}
            <Link className="whole" to={`/News/${Id}`}>
              {message?.Header}
            </Link>
          </Heading>
          <NewsPriorityBadge item={item} />
        </div>
      </div>
      <p dir="auto">{createExcerpt(message?.Message ?? '')}</p>
      <time dateTime={CreatedAt}>{format.day(CreatedAt)}</time>
    </article>
  );
}
