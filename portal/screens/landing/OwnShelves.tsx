// A player's own shelves: recently played games, favourites and friends' games.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Locale } from '#model/locale.ts';
import { useSessionNumber } from '#portal/session.ts';
import { playerShelvesQuery } from '../games/game-queries.ts';
import { createGameLookup } from '../games/game-lookup.ts';
import { Shelf } from '../games/Shelf.tsx';

/** Its space is reserved, even if it stays empty. */
export function RecentlyPlayedShelf({ locale }: { locale: Locale }) {
  const { t } = useTranslation();
  const own = useQuery(playerShelvesQuery(useSessionNumber(), locale));
  const games = own.data && createGameLookup(own.data.Games)(own.data.Continue);
  if (own.isError || games?.length === 0)
    return (
      <section className="shelf" aria-labelledby="continue">
        <div className="shelf-head">
          <h2 id="continue">{t('landing.continue')}</h2>
        </div>
        <p className="shelf-empty">{t('landing.empty')}</p>
      </section>
    );
  return <Shelf id="continue" title={t('landing.continue')} games={games} />;
}

export function FavoriteAndFriendShelves({ locale }: { locale: Locale }) {
  const { t } = useTranslation();
  const own = useQuery(playerShelvesQuery(useSessionNumber(), locale));
  if (!own.data) return null;
  const pick = createGameLookup(own.data.Games);
  const favorites = pick(own.data.Favorites);
  const ofFriends = pick(own.data.Friends.map(({ Game }) => Game));
  const number = new Intl.NumberFormat(locale);
  const notes = new Map(
    own.data.Friends.map(({ Game, Friends }) => [Game, t('landing.friendCount', { number: number.format(Friends) })]),
  );
  return (
    <>
      {favorites.length > 0 && <Shelf id="favorites" title={t('landing.favorites')} games={favorites} />}
      {ofFriends.length > 0 && <Shelf id="friends" title={t('landing.friends')} games={ofFriends} notes={notes} />}
    </>
  );
}
