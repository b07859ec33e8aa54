// The first page: the games of the portal in the player's language.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { localeNames, locales, toLocale } from '#model/locale.ts';
import { client } from '#portal/api.ts';
import mark from '#portal/art/mark.svg';
import { GameTile, GameTileSkeleton } from './GameTile.tsx';
import './landing.css';

export function Landing() {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const games = useQuery({
    queryKey: ['games', locale],
    queryFn: () => client.games.list({ Locale: locale }),
    placeholderData: (previous) => previous,
  });
  return (
    <div className="landing">
      <header className="top">
        <a className="brand" href="/">
          <img src={mark} alt="" width="36" height="36" />
          FxId
        </a>
        <label className="language">
          <span className="unseen">{t('language')}</span>
          <select value={locale} onChange={(event) => void i18n.changeLanguage(event.target.value)}>
            {locales.map((each) => (
              <option key={each} value={each} lang={each}>
                {localeNames[each]}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main>
        <h1>{t('headline')}</h1>
        <p className="lead">{t('lead')}</p>
        <Games query={games} />
      </main>
      <footer>
        <a href="/api/docs">{t('api')}</a>
      </footer>
    </div>
  );
}

type GamesQuery = ReturnType<typeof useQuery<Awaited<ReturnType<typeof client.games.list>>>>;

function Games({ query }: { query: GamesQuery }) {
  const { t } = useTranslation();
  if (query.isPending) {
    return (
      <ul className="games" aria-busy="true" aria-label={t('loading')}>
        {[0, 1, 2].map((place) => (
          <GameTileSkeleton key={place} />
        ))}
      </ul>
    );
  }
  if (query.isError) {
    return (
      <div className="notice" role="alert">
        <p>{t('failed')}</p>
        <button type="button" onClick={() => void query.refetch()}>
          {t('retry')}
        </button>
      </div>
    );
  }
  if (query.data.Games.length === 0) return <p className="notice">{t('empty')}</p>;
  return (
    <ul className="games">
      {query.data.Games.map((game) => (
        <GameTile key={game.GameSystemName} game={game} />
      ))}
    </ul>
  );
}
