import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { GameTile, GameTileSkeleton } from '#portal/screens/games/GameTile.tsx';
import { useGames } from '#portal/screens/games/use-games.ts';

export function GameTileSpecimens() {
  const { t, i18n } = useTranslation();
  const games = useGames(toLocale(i18n.language));
  const game = games.data?.[0];
  if (game === undefined) return games.isError ? <LoadFailed title={t('games.failed')} query={games} /> : null;
  const open = { ...game, InMaintenance: false };
  return (
    <ul className="game-grid">
      <GameTile game={open} />
      <GameTile game={open} connected />
      <GameTile game={{ ...game, InMaintenance: true }} />
      <GameTile
        game={{ ...open, Title: `${game.Title} ${game.Title} ${game.Title}`, Tagline: t('games.failedText') }}
      />
      <GameTileSkeleton />
    </ul>
  );
}
