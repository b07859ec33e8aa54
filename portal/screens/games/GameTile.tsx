import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge } from '#portal/ui/Badge.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import type { GameInList } from './use-games.ts';
import './game-tile.css';

/** A game as its art, its name and one badge at most. The whole tile is the way to its page. */
export function GameTile({
  game,
  connected = false,
  favorite = false,
}: {
  game: GameInList;
  connected?: boolean;
  favorite?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <li className="game-tile">
      <div className="art">
        <img src={game.WideArt} alt="" width="1600" height="900" loading="lazy" />
        {game.InMaintenance ? (
          <Badge tone="warning">{t('game.maintenance')}</Badge>
        ) : favorite ? (
          <Badge tone="accent">{t('favorite.name')}</Badge>
        ) : (
          connected && <Badge tone="good">{t('game.connected')}</Badge>
        )}
        <span className="play" aria-hidden="true">
          <Icon name="play" size={28} />
        </span>
      </div>
      <h3>
        <Link to={`/Games/${game.GameSystemName}`}>{game.Title}</Link>
      </h3>
      <p>{game.Tagline}</p>
    </li>
  );
}

/** Has the shape of what comes. */
export function GameTileSkeleton() {
  return (
    <li className="game-tile" aria-hidden="true">
      <div className="art">
        <Skeleton width="100%" height="100%" />
      </div>
      <h3>
        <Skeleton width="55%" height="1.25em" />
      </h3>
      <div className="line">
        <Skeleton width="80%" height="1.3em" />
      </div>
    </li>
  );
}
