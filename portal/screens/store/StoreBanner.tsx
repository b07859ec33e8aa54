import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import type { PublicGameConfig } from '#contract/config.ts';
import { useOwnPagePaths } from '#portal/shell/own-page-paths.ts';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { Picture } from '#portal/ui/Picture.tsx';

/** The height is reserved before the game has loaded. */
export function StoreBanner({ game, config }: { game: string; config: PublicGameConfig | undefined }) {
  const { t, i18n } = useTranslation();
  const { gamePage } = useOwnPagePaths();
  const page = config?.StorePage;
  const title = page && chooseLocalizedText(page.Title, toLocale(i18n.language));
  const made = page?.Pictures?.find(({ Address }) => Address === page.WideArt);
  usePageTitle(title === undefined ? undefined : `${t('screen.store')}: ${title}`);
  return (
    <header className="store-banner">
      {page && <Picture address={page.WideArt} made={made} sizes="min(100vw, 1440px)" first />}
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
