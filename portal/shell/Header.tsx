// The bar at the top: who we are, where one can go, the language, the account. On a phone the ways to go are at the bottom.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import mark from '#portal/art/mark.svg';
import { branding, portalName, runtimeConfig } from '#portal/runtime-config.ts';
import { Icon, type IconName } from '#portal/ui/Icon.tsx';
import { AccountLink } from './AccountLink.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { useHeaderFlags } from './use-header-flags.ts';
import './header.css';

export function Header() {
  const { t } = useTranslation();
  const isSolid = useScrolled();
  const flags = useHeaderFlags();
  if (branding?.HeaderType === 'None') return null;
  // A site for one game has no other pages to go to.
  const isSlim = branding?.HeaderType === 'Slim' || runtimeConfig.game !== undefined;
  return (
    <>
      <header className={isSolid ? 'header solid' : 'header'}>
        <Link className="brand" to="/">
          <img src={branding?.LogoUrl ?? mark} alt="" width="36" height="36" />
          {portalName}
        </Link>
        {!isSlim && (
          <nav aria-label={t('nav.main')}>
            <NavLink to="/" end>
              {t('nav.home')}
            </NavLink>
            <NavLink to="/Games">{t('nav.games')}</NavLink>
          </nav>
        )}
        <div className="tools">
          <LanguageMenu />
          {flags && <AccountLink hasLogin={flags.HeaderLogin} hasProfile={flags.ProfileSettings} />}
        </div>
      </header>
      {!isSlim && <BottomBar hasProfile={flags?.ProfileSettings ?? true} />}
    </>
  );
}

const ways: readonly { to: string; icon: IconName; text: 'nav.home' | 'nav.games' | 'nav.profile' }[] = [
  { to: '/', icon: 'home', text: 'nav.home' },
  { to: '/Games', icon: 'games', text: 'nav.games' },
  { to: '/Profile', icon: 'person', text: 'nav.profile' },
];

function BottomBar({ hasProfile }: { hasProfile: boolean }) {
  const { t } = useTranslation();
  return (
    <nav className="bottom-bar" aria-label={t('nav.main')}>
      {(hasProfile ? ways : ways.slice(0, -1)).map(({ to, icon, text }) => (
        <NavLink key={to} to={to} end>
          <Icon name={icon} size={24} />
          <span>{t(text)}</span>
        </NavLink>
      ))}
    </nav>
  );
}

/** Transparent over the art at the top, solid once the page has moved. */
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
