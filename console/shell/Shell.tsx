// What surrounds every page: header, menu, and the main region.
import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useOperator, usePortal } from '#console/session.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { MainMenu } from './MainMenu.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { SearchBox } from './SearchBox.tsx';
import mark from '../mark.svg';
import './shell.css';

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { can } = useOperator();
  const { PortalName } = usePortal();
  const { pathname } = useLocation();
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      layout="alt"
      padding={0}
    >
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <AppShell.Header className="shell-header">
        <Burger
          opened={isOpen}
          onClick={toggle}
          hiddenFrom="md"
          size="sm"
          aria-label={t(isOpen ? 'shell.closeMenu' : 'shell.openMenu')}
        />
        {can('search.use') ? <SearchBox /> : <div className="shell-space" />}
        <AccountMenu />
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('shell.menu')} className="shell-menu">
        <Group justify="space-between" className="shell-brand" wrap="nowrap">
          <Link to="/" className="shell-brand-link">
            <img src={mark} alt="" width={24} height={24} />
            <span>{PortalName || 'FxId'}</span>
          </Link>
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="md" size="sm" aria-label={t('shell.closeMenu')} />
        </Group>
        <MainMenu onChoice={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className="shell-main">
        <OfflineNotice />
        <div className="shell-page">
          {/* A page that crashes leaves the menu usable. */}
          <CrashBoundary place={pathname}>{children}</CrashBoundary>
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
