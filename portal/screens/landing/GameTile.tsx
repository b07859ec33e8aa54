import type { Static } from 'typebox';
import { useTranslation } from 'react-i18next';
import type { GameSummary } from '#contract/games.ts';

export function GameTile({ game }: { game: Static<typeof GameSummary> }) {
  const { t } = useTranslation();
  return (
    <li className="tile">
      <div className="art">
        <img src={game.WideArt} alt="" width="1600" height="900" />
        {game.InMaintenance && <span className="badge">{t('maintenance')}</span>}
      </div>
      <h2>{game.Title}</h2>
      <p>{game.Tagline}</p>
    </li>
  );
}

/** Has the shape of what comes. */
export function GameTileSkeleton() {
  return (
    <li className="tile skeleton" aria-hidden="true">
      <div className="art" />
      <h2>&nbsp;</h2>
      <p>&nbsp;</p>
    </li>
  );
}
