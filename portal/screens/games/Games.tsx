// All games, favourites and connected ones first.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { useProfile } from '#portal/shell/session.ts';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { Field } from '#portal/ui/Field.tsx';
import { matches, ownFirst } from './choose-games.ts';
import { GameGrid } from './GameGrid.tsx';
import { useFavorites } from './use-favorites.ts';
import { useGames } from './use-games.ts';

export function Games() {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  usePageTitle(t('nav.games'));
  const games = useGames(locale);
  const profile = useProfile();
  const favorites = new Set(useFavorites().data);
  const [wanted, setWanted] = useState('');
  const connected = new Set(profile.data?.ConnectedGames.map(({ Game }) => Game));
  return (
    <>
      <h1 className="screen-title">{t('nav.games')}</h1>
      <div className="games-search">
        <Field
          label={t('games.search')}
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      <h2 className="unseen">{t('landing.allGames')}</h2>
      <GameGrid
        connected={connected}
        favorites={favorites}
        games={games}
        {...(wanted !== '' && { none: t('games.notFound') })}
        show={(all) =>
          ownFirst(
            all.filter((game) => matches(game, wanted, locale)),
            { favorites, connected },
          )
        }
      />
    </>
  );
}
