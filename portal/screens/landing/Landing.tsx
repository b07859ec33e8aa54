import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameCard } from '#contract/discovery.ts';
import { toLocale } from '#model/locale.ts';
import { usePageEnvironment } from '#portal/page-environment.ts';
import { useSessionNumber } from '#portal/session.ts';
import { DeferUntilVisible } from '#portal/shell/DeferUntilVisible.tsx';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Hero } from '#portal/ui/Hero.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { shelvesQuery } from '../games/game-queries.ts';
import { GameGrid } from '../games/GameGrid.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { createGameLookup } from '../games/game-lookup.ts';
import { Shelf } from '../games/Shelf.tsx';
import { loadWithTexts } from '#portal/i18n/load-with-texts.ts';
import './landing.css';

// Loaded on demand: below the fold, or only for signed-in players.
const RecentlyPlayedShelf = lazy(async () => ({ default: (await import('./OwnShelves.tsx')).RecentlyPlayedShelf }));
const MoreShelves = lazy(async () => ({
  default: (await loadWithTexts(() => import('./MoreShelves.tsx'))).MoreShelves,
}));

/** With fewer games, the shelves would repeat the same ones. */
const minForShelves = 9;

export function Landing() {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const shelves = useQuery(shelvesQuery(locale));
  const session = useSessionNumber();
  const isSignedIn = session > 0;
  const { firstArt } = usePageEnvironment();
  if (shelves.isError) return <LoadFailed title={t('games.failed')} query={shelves} />;
  if (shelves.data?.Total === 0) return <EmptyState drawing="empty" title={t('games.empty')} />;
  const games = shelves.data && createGameLookup(shelves.data.Games);
  const featured = games?.([shelves.data?.Featured ?? ''])[0];
  const popular = games?.(shelves.data?.Popular ?? []);
  const isSmall = shelves.data !== undefined && shelves.data.Total < minForShelves;
  return (
    <>
      <Featured game={featured} onSeen={firstArt?.resolve} />
      {!isSignedIn && <p className="invitation">{t('landing.signInPrompt')}</p>}
      {isSignedIn && (
        <Suspense fallback={<Shelf id="continue" title={t('landing.continue')} games={undefined} />}>
          <RecentlyPlayedShelf locale={locale} />
        </Suspense>
      )}
      {isSmall ? (
        <section aria-labelledby="all">
          <h2 id="all" className="screen-title">
            {t('landing.allGames')}
          </h2>
          <GameGrid games={popular ?? []} />
        </section>
      ) : (
        <Shelf id="popular" title={t('landing.popular')} games={popular} to="/Games?sort=popular" />
      )}
      {shelves.data && (
        <DeferUntilVisible content={`${locale} ${session}`}>
          <AfterArt>
            <MoreShelves shelves={shelves.data} {...{ isSmall, locale }} />
          </AfterArt>
        </DeferUntilVisible>
      )}
    </>
  );
}

/** Renders after the main picture has loaded, so that its code does not delay the picture. */
function AfterArt({ children }: { children: ReactNode }) {
  const { firstArt } = usePageEnvironment();
  if (firstArt) use(firstArt.promise);
  return children;
}

function Featured({ game, onSeen }: { game: GameCard | undefined; onSeen: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <Hero art={game?.WideArt} made={game?.WidePicture} labelledBy="featured" onSeen={onSeen}>
      {game ? (
        <>
          <h1 id="featured" dir="auto">
            {game.Title}
          </h1>
          <p dir="auto">{game.Tagline}</p>
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
