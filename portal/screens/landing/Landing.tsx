// The first page: the featured game, then all of them.
import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { useProfile, useSession } from '#portal/shell/session.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { Hero } from '#portal/ui/Hero.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { GameGrid, GameGridSkeleton } from '../games/GameGrid.tsx';
import { useGames, type GameInList, type GamesQuery } from '../games/use-games.ts';
import './landing.css';

export function Landing() {
  const { t, i18n } = useTranslation();
  const games = useGames(toLocale(i18n.language));
  const isSignedIn = useSession() > 0;
  const featured = games.data?.find((game) => !game.InMaintenance) ?? games.data?.[0];
  return (
    <>
      {!games.isError && (games.isPending || featured) && <Featured game={featured} />}
      {!isSignedIn && <p className="invitation">{t('landing.invitation')}</p>}
      {isSignedIn && <Continue games={games} />}
      <h2 className="screen-title">{t('landing.allGames')}</h2>
      <GameGrid games={games} />
    </>
  );
}

/** The games that one has played before come first. Its place is kept while the profile loads. */
function Continue({ games }: { games: GamesQuery }) {
  const { t } = useTranslation();
  const profile = useProfile();
  const connected = new Set(profile.data?.ConnectedGames.map(({ Game }) => Game));
  if (profile.isError || (profile.data && connected.size === 0)) return null;
  return (
    <>
      <h2 className="screen-title">{t('landing.continue')}</h2>
      {profile.isPending ? (
        <GameGridSkeleton />
      ) : (
        <GameGrid games={games} show={(all) => all.filter(({ GameSystemName }) => connected.has(GameSystemName))} />
      )}
    </>
  );
}

function Featured({ game }: { game: GameInList | undefined }) {
  const { t } = useTranslation();
  return (
    <Hero art={game?.WideArt} labelledBy="featured">
      {game ? (
        <>
          <h1 id="featured">{game.Title}</h1>
          <p>{game.Tagline}</p>
          <div className="actions">
            <ButtonLink kind="primary" size="large" to={`/play/${game.GameSystemName}`}>
              <Icon name="play" />
              {t('play')}
            </ButtonLink>
            <ButtonLink size="large" to={`/Games/${game.GameSystemName}`}>
              {t('about')}
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          <h1 id="featured">
            <span className="unseen">{t('loading')}</span>
            <Skeleton width="9em" height="1.1em" />
          </h1>
          <Skeleton width="16em" height="1.4em" />
          <div className="actions">
            <Skeleton width="130px" height="56px" />
            <Skeleton width="190px" height="56px" />
          </div>
        </>
      )}
    </Hero>
  );
}
