import { useTranslation } from 'react-i18next';
import { PageLink } from '#portal/ui/WebLink.tsx';
import type { GameCard } from '#contract/discovery.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Picture } from '#portal/ui/Picture.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import './game-tile.css';

export type TileGame = Pick<GameCard, 'GameSystemName' | 'Title' | 'Tagline' | 'WideArt' | 'InMaintenance'> &
  Partial<Pick<GameCard, 'IsNew' | 'WidePicture' | 'Hidden'>>;

/** A game's art, name and at most one badge. */
export function GameTile({
  game,
  connected = false,
  favorite = false,
  note,
  sizes = gridSizes,
}: {
  game: TileGame;
  connected?: boolean;
  favorite?: boolean;
  note?: string | undefined;
  sizes?: string;
}) {
  const { t } = useTranslation();
  return (
    <li className="game-tile">
      <div className="art">
        <Picture address={game.WideArt} made={game.WidePicture} sizes={sizes} />
        {game.Hidden ? (
          <Badge>{t('game.hidden')}</Badge>
        ) : game.InMaintenance ? (
          <Badge tone="warning">{t('game.maintenance')}</Badge>
        ) : favorite ? (
          <Badge tone="accent">{t('favorite.label')}</Badge>
        ) : connected ? (
          <Badge tone="good">{t('game.connected')}</Badge>
        ) : (
          game.IsNew && <Badge tone="accent">{t('game.new')}</Badge>
        )}
      </div>
      <h3 dir="auto">
        <PageLink to={`/Games/${game.GameSystemName}`}>{game.Title}</PageLink>
      </h3>
      <p dir="auto">{note ?? game.Tagline}</p>
    </li>
  );
}

const gridSizes = '(max-width: 760px) 92vw, 440px';

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
