import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { localizedText, toLocale } from '#model/locale.ts';
import type { PublicGameConfig } from '#contract/config.ts';
import { useOwnPages } from '#portal/shell/own-pages.ts';
import { usePageTitle } from '#portal/shell/use-page-title.ts';

/** The game's art with the title of the page on it. It has its height before anything is known of the game. */
export function StoreBanner({ game, config }: { game: string; config: PublicGameConfig | undefined }) {
  const { t, i18n } = useTranslation();
  const { gamePage } = useOwnPages();
  const title = config && localizedText(config.StorePage.Title, toLocale(i18n.language));
  usePageTitle(title === undefined ? undefined : `${t('screen.store')}: ${title}`);
  return (
    <header className="store-banner">
      {config && <img src={config.StorePage.WideArt} alt="" width="1600" height="900" fetchPriority="high" />}
      <div>
        <p>
          {title !== undefined && (
            <Link to={gamePage(game)} dir="auto">
              {title}
            </Link>
          )}
        </p>
        <h1>{t('screen.store')}</h1>
      </div>
    </header>
  );
}
