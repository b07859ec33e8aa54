import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { GameTile, GameTileSkeleton } from './GameTile.tsx';
import type { GameInList, GamesQuery } from './use-games.ts';
import './game-grid.css';

/** The games, or what there is instead of them: shapes while they load, a way to try again, or a word that there are none. */
export function GameGrid({
  games,
  show = everyGame,
  none,
  connected,
  favorites,
}: {
  games: GamesQuery;
  /** What to say when there is nothing to show. */
  none?: string;
  /** The games that get the badge of being connected. */
  connected?: ReadonlySet<string>;
  /** The games that get the badge of a favourite. */
  favorites?: ReadonlySet<string>;
  show?: (all: readonly GameInList[]) => readonly GameInList[];
}) {
  const { t } = useTranslation();
  if (games.isError) {
    const isOffline = !navigator.onLine;
    return (
      <EmptyState
        alert
        drawing={isOffline ? 'offline' : 'broken'}
        title={isOffline ? t('offline.title') : t('games.failed')}
        text={isOffline ? t('offline.text') : t('games.failedText')}
        action={
          <Button kind="primary" busy={games.isFetching} onClick={() => void games.refetch()}>
            {t('retry')}
          </Button>
        }
      />
    );
  }
  if (games.isPending) return <GameGridSkeleton />;
  const shown = show(games.data);
  if (shown.length === 0) return <EmptyState drawing="empty" title={none ?? t('games.none')} />;
  return (
    <ul className="game-grid">
      {shown.map((game) => (
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

/** The shapes of a row of games. */
export function GameGridSkeleton() {
  const { t } = useTranslation();
  return (
    <ul className="game-grid" aria-busy="true" aria-label={t('loading')}>
      {[0, 1, 2].map((place) => (
        <GameTileSkeleton key={place} />
      ))}
    </ul>
  );
}

const everyGame = (all: readonly GameInList[]): readonly GameInList[] => all;
