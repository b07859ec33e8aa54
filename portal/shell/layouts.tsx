import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { AnnouncementBanner } from './AnnouncementBanner.tsx';
import { Header } from './Header.tsx';
import { InstallButton } from './InstallButton.tsx';
import { usePageEnvironment } from '#portal/page-environment.ts';
import { PageLink, WebLink } from '#portal/ui/WebLink.tsx';
import { FlashNotice } from './FlashNotice.tsx';
import { LegalContact } from './LegalContact.tsx';
import { hasLegalPage } from './legal-page.ts';
import { LegalLink } from './LegalLink.tsx';
import { useOwnPagePaths } from './own-page-paths.ts';
import { LazyMeasuringConsent } from './LazyMeasuringConsent.tsx';
import { LazyPresenceSync } from './LazyPresenceSync.tsx';
import { usePageTarget } from './use-page-target.ts';
import { LazyUpdateNotice } from './LazyUpdateNotice.tsx';
import './layouts.css';

export function MainLayout() {
  const { t } = useTranslation();
  const page = usePageEnvironment();
  const { newsPage } = useOwnPagePaths();
  return (
    <div className="main-layout">
      <a className="skip button primary" href="#content">
        {t('skip')}
      </a>
      <Header />
      <AnnouncementBanner />
      <FlashNotice />
      <LazyUpdateNotice />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="footer">
        <PageLink to={newsPage()}>{t('footer.news')}</PageLink>
        {hasLegalPage('TOS', page) && <LegalLink type="TOS" title={t('footer.terms')} />}
        {hasLegalPage('PP', page) && <LegalLink type="PP" title={t('footer.privacy')} />}
        <PageLink to="/Support">{t('footer.support')}</PageLink>
        <WebLink href={`${page.origin}${page.config.basePath}api/docs`}>{t('footer.api')}</WebLink>
        <InstallButton />
        <LazyMeasuringConsent part="button" />
        <LegalContact />
      </footer>
      <ScrollToTop />
      <LazyPresenceSync game={undefined} />
    </div>
  );
}

/** For a single step. @param isAlone without navigation */
export function SmallLayout({ isAlone = false }: { isAlone?: boolean }) {
  return (
    <div className="small-layout">
      <Header isAlone={isAlone} />
      <main id="content">
        <Outlet />
      </main>
    </div>
  );
}

export function BareLayout() {
  const { game } = usePageTarget();
  return (
    <main id="content" className="bare-layout">
      <Outlet />
      <LazyPresenceSync game={game} />
    </main>
  );
}

/** On back navigation the browser restores the position, and a visitor who scrolled before hydration keeps theirs. */
function ScrollToTop() {
  const { pathname } = useLocation();
  const { hydration } = usePageEnvironment();
  const shown = useRef(hydration?.isRunning() ? pathname : undefined);
  useEffect(() => {
    if (pathname !== shown.current) window.scrollTo(0, 0);
    shown.current = pathname;
  }, [pathname]);
  return null;
}
