import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { toLocale } from '#model/locale.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { useProfile, useSessionNumber } from '#portal/session.ts';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { browseGamesQuery } from './game-queries.ts';
import { GameFilters } from './GameFilters.tsx';
import { GameGrid, GameGridSkeleton } from './GameGrid.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { NothingFound } from './NothingFound.tsx';
import { Pagination } from './Pagination.tsx';
import { readGameFilter, toGameSearch, writeGameFilter, type GameFilter } from './search-address.ts';
import { useFavorites } from './use-favorites.ts';

export function Games() {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const format = useFormats();
  usePageTitle(t('nav.games'));
  const [params, setParams] = useSearchParams();
  const wanted = readGameFilter(params);
  const session = useSessionNumber();
  const games = useQuery(browseGamesQuery(toGameSearch(wanted, locale), session));
  const profile = useProfile();
  const favorites = new Set(useFavorites().data);
  const connected = new Set(profile.data?.ConnectedGames.map(({ Game }) => Game));
  // Each typed letter replaces the history entry; another filter adds one.
  const change = (changed: Partial<GameFilter>): void =>
    setParams(writeGameFilter({ ...wanted, page: 1, ...changed }), { replace: 'search' in changed });
  return (
    <>
      <h1 className="screen-title">{t('nav.games')}</h1>
      <GameFilters wanted={wanted} change={change} />
      <p className="games-count" role="status">
        {games.data && t('games.count', { number: format.number(games.data.Total) })}
      </p>
      <h2 className="unseen">{t('landing.allGames')}</h2>
      {games.isError ? (
        <LoadFailed title={t('games.failed')} query={games} />
      ) : games.data === undefined ? (
        <GameGridSkeleton count={12} />
      ) : games.data.Games.length === 0 ? (
        <NothingFound isPortalEmpty={games.data.Total === 0 && writeGameFilter(wanted) === ''} locale={locale} />
      ) : (
        <div aria-busy={games.isPlaceholderData} className={games.isPlaceholderData ? 'games-changing' : undefined}>
          <GameGrid connected={connected} favorites={favorites} games={games.data.Games} />
          <Pagination wanted={wanted} count={Math.ceil(games.data.Total / games.data.PageSize)} />
        </div>
      )}
    </>
  );
}
