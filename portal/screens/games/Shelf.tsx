// A horizontally scrolling row of games, with two buttons for mouse users.
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '#portal/ui/Icon.tsx';
import { GameTile, GameTileSkeleton, type TileGame } from './GameTile.tsx';
import './shelf.css';

export function Shelf({
  id,
  title,
  games,
  to,
  notes,
}: {
  id: string;
  title: string;
  games: readonly TileGame[] | undefined;
  to?: string;
  notes?: ReadonlyMap<string, string>;
}) {
  return (
    <ShelfFrame id={id} title={title} {...(to !== undefined && { to })}>
      {games
        ? games.map((game) => (
            <GameTile key={game.GameSystemName} game={game} note={notes?.get(game.GameSystemName)} sizes={shelfSizes} />
          ))
        : [0, 1, 2, 3, 4, 5].map((place) => <GameTileSkeleton key={place} />)}
    </ShelfFrame>
  );
}

/** The tile widths of the style sheet. */
const shelfSizes = '(max-width: 480px) 62vw, 300px';

function ShelfFrame({ id, title, to, children }: { id: string; title: string; to?: string; children: ReactNode }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const scroll = (way: 1 | -1): void => {
    const { current } = list;
    if (!current) return;
    const isRightToLeft = getComputedStyle(current).direction === 'rtl';
    current.scrollBy({ left: way * (isRightToLeft ? -1 : 1) * current.clientWidth * 0.8, behavior: 'smooth' });
  };
  return (
    <section className="shelf" aria-labelledby={id}>
      <div className="shelf-head">
        <h2 id={id} dir="auto">
          {title}
        </h2>
        {to !== undefined && (
          <Link to={to} aria-label={t('landing.seeAllOf', { title })}>
            {t('landing.seeAll')}
          </Link>
        )}
        {/* Focusable, so that the keys scroll the list. */}
        <span className="shelf-buttons">
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('landing.scrollBack', { title })}
            onClick={() => scroll(-1)}
          >
            <Icon name="back" />
          </button>
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('landing.scrollForward', { title })}
            onClick={() => scroll(1)}
          >
            <Icon name="back" />
          </button>
        </span>
      </div>
      <ul ref={list} className="shelf-games">
        {children}
      </ul>
    </section>
  );
}
