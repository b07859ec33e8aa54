import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import mark from '#portal/art/mark.svg';
import { usePageConfig } from '#portal/page-environment.ts';
import { getPortalName } from '#portal/runtime-config.ts';
import { Icon } from '#portal/ui/Icon.tsx';
import { AccountLink } from './AccountLink.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { HeaderFriends } from './HeaderFriends.tsx';
import { useOwnPagePaths } from './own-page-paths.ts';
import { useHeaderFlags } from './use-header-flags.ts';
import './header.css';

/** @param isAlone only the brand and the language, because links would reload the page */
export function Header({ isAlone = false }: { isAlone?: boolean }) {
  const { t } = useTranslation();
  const isSolid = useScrolled();
  const flags = useHeaderFlags();
  const { gamesPage: games } = useOwnPagePaths();
  const config = usePageConfig();
  const branding = config.portal?.CompanyBranding;
  if (branding?.HeaderType === 'None') return null;
  // A single-game site has no other pages to link to.
  const isSlim = isAlone || branding?.HeaderType === 'Slim' || games === undefined;
  return (
    <>
      <header className={isSolid ? 'header solid' : 'header'}>
        <Link className="brand" to="/" reloadDocument={isAlone}>
          <img src={branding?.LogoUrl ?? mark} alt="" width="36" height="36" />
          {getPortalName(config)}
        </Link>
        {!isSlim && (
          <nav aria-label={t('nav.main')}>
            <NavLink to="/" end>
              {t('nav.home')}
            </NavLink>
            {games !== undefined && <NavLink to={games}>{t('nav.games')}</NavLink>}
          </nav>
        )}
        <div className="tools">
          {flags?.profileSettings && !isAlone && <HeaderFriends />}
          <LanguageMenu />
          {flags && !isAlone && <AccountLink hasLogin={flags.headerLogin} hasProfile={flags.profileSettings} />}
        </div>
      </header>
      {!isSlim && <BottomBar hasProfile={flags?.profileSettings ?? true} />}
    </>
  );
}

function BottomBar({ hasProfile }: { hasProfile: boolean }) {
  const { t } = useTranslation();
  const { gamesPage, profilePage } = useOwnPagePaths();
  const methods = [
    { to: '/', icon: 'home', text: 'nav.home' },
    { to: gamesPage, icon: 'games', text: 'nav.games' },
    { to: hasProfile ? profilePage : undefined, icon: 'person', text: 'nav.profile' },
  ] as const;
  return (
    <nav className="bottom-bar" aria-label={t('nav.main')}>
      {methods.map(
        ({ to, icon, text }) =>
          to !== undefined && (
            <NavLink key={to} to={to} end>
              <Icon name={icon} size={24} />
              <span>{t(text)}</span>
            </NavLink>
          ),
      )}
    </nav>
  );
}

/** Transparent over the art at the top, solid once the page has scrolled. */
function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = (): void => setScrolled(window.scrollY > 8);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  return isScrolled;
}
