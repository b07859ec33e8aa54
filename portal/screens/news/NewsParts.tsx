import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { safePath, safeWebAddress } from '#model/safe-destination.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { OutboundLink } from '#portal/ui/OutboundLink.tsx';
import type { NewsItem } from './sort-news.ts';
import '#portal/ui/picture.css';

/** Decorative; if it fails to load, no gap is left. */
export function NewsPicture({
  address,
  made,
  className,
}: {
  address: string | undefined;
  made?: NewsItem['Picture'];
  className: 'news-picture' | 'symbol';
}) {
  const [hasFailed, setFailed] = useState(false);
  const url = address?.startsWith('/') ? safePath(address, anyOrigin) : safeWebAddress(address);
  if (url === undefined || hasFailed) return null;
  const sizes = '(min-width: 60rem) 50rem, 100vw';
  return (
    <picture className="picture">
      {made && <source type="image/avif" srcSet={made.Avif} sizes={sizes} />}
      {made && <source type="image/webp" srcSet={made.Webp} sizes={sizes} />}
      <img
        {...{ className }}
        src={url}
        alt=""
        width={className === 'symbol' ? 48 : (made?.Width ?? 1600)}
        height={className === 'symbol' ? 48 : (made?.Height ?? 900)}
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
      />
    </picture>
  );
}

/** Low priorities show no badge. */
export function NewsPriorityBadge({ item: { Priority } }: { item: NewsItem }) {
  const { t } = useTranslation();
  if (Priority === 'Unspecified' || Priority === 'Low') return null;
  const tone = { Update: 'good', Info: 'calm', News: 'calm', Alert: 'warning', Critical: 'danger' } as const;
  return <Badge tone={tone[Priority]}>{t(`news.priority.${Priority}`)}</Badge>;
}

/** @param page the path of the list that the tags filter */
export function NewsTags({ tags, page }: { tags: readonly string[]; page: string }) {
  const { t } = useTranslation();
  if (tags.length === 0) return null;
  return (
    <ul className="news-tags" aria-label={t('news.tags')}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={`${page}?${new URLSearchParams({ tag }).toString()}`} dir="auto">
            {`#${tag}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** An external link shows its host. */
export function NewsLink({ address, game }: { address: string | undefined; game: string | undefined }) {
  const { t } = useTranslation();
  if (address === undefined) return null;
  const path = address.startsWith('/') ? safePath(address, anyOrigin) : undefined;
  const look = 'button primary normal news-link';
  if (path !== undefined)
    return (
      <Link className={look} to={path}>
        {t('news.more')}
      </Link>
    );
  const url = safeWebAddress(address);
  if (url === undefined) return null;
  return (
    <OutboundLink className={look} href={address} type="news" game={game}>
      <Icon name="share" />
      {t('news.moreAt', { host: new URL(url).host })}
    </OutboundLink>
  );
}

/** `safePath` rejects other origins; which origin it compares with does not matter here. */
const anyOrigin = 'https://portal.invalid';
