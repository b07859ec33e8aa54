import { useTranslation } from 'react-i18next';
import { GameTile, GameTileSkeleton, type TileGame } from './GameTile.tsx';
import './game-grid.css';

export function GameGrid({
  games,
  connected,
  favorites,
}: {
  games: readonly TileGame[];
  connected?: ReadonlySet<string>;
  favorites?: ReadonlySet<string>;
}) {
  return (
    <ul className="game-grid">
      {games.map((game) => (
        <GameTile
          key={game.GameSystemName}
          game={game}
          connected={connected?.has(game.GameSystemName) ?? false}
          favorite={favorites?.has(game.GameSystemName) ?? false}
        />
      ))}
    </ul>
  );
}

export function GameGridSkeleton({ count = 3 }: { count?: number }) {
  const { t } = useTranslation();
  return (
    <ul className="game-grid" aria-busy="true" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, place) => (
        <GameTileSkeleton key={place} />
      ))}
    </ul>
  );
}
