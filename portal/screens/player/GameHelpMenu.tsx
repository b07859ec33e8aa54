import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router';
import { openTab } from '#portal/go-to.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { installPrompt } from '#portal/install-prompt.ts';
import { usePageEnvironment } from '#portal/page-environment.ts';
import { findLegalPage, type GameLegalLinks, type LegalDocumentType } from '#portal/shell/legal-page.ts';
import { useOpenDocument } from '#portal/shell/use-open-document.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { useGameServices } from '#portal/modals/services/use-game-services.ts';
import { Icon } from '#portal/ui/Icon.tsx';
import { Menu } from '#portal/ui/Menu.tsx';

/** A menu over the running game: leaderboards, help, legal documents, its server and services to connect. */
export function GameHelpMenu({
  game,
  title,
  links,
  ask,
  mayLeave,
  hasLeaderboards,
  server = '',
  changeServer,
}: {
  game: string;
  title: string;
  links: GameLegalLinks;
  ask: () => void;
  /** Whether the platform allows windows of other sites. */
  mayLeave: boolean;
  hasLeaderboards: boolean;
  server?: string | undefined;
  changeServer?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const readDocument = useOpenDocument();
  const openModal = useOpenModal();
  const hasServices = (useGameServices(game, mayLeave).data ?? []).length > 0;
  const canInstall = useSyncExternalStore(installPrompt.subscribe, installPrompt.isHeld, () => false);
  const here = usePageEnvironment();
  const ownPages = { TOS: useHref(`/Docs/${game}/tos`), PP: useHref(`/Docs/${game}/pp`) };
  const read = (type: LegalDocumentType, title: string) => ({
    key: type,
    label: title,
    choose: () => {
      const page = new URL(ownPages[type], window.location.href).href;
      const { url, isModal } = findLegalPage(type, here, links);
      if (isModal) void readDocument({ type, title, page, game, links });
      else openTab(url ?? page);
    },
  });
  return (
    <Menu
      label={t('player.help')}
      button={<Icon name="info" />}
      items={[
        ...(changeServer
          ? [
              {
                key: 'server',
                label: t('gameServer.change', { server: isolateTextDirection(server) }),
                choose: changeServer,
              },
            ]
          : []),
        ...(hasLeaderboards
          ? [
              {
                key: 'leaderboards',
                label: t('leaderboards.title'),
                choose: () => void openModal('leaderboards', { game }),
              },
            ]
          : []),
        { key: 'support', label: t('player.support.title'), choose: ask },
        read('TOS', t('footer.terms')),
        read('PP', t('footer.privacy')),
        ...(hasServices
          ? [{ key: 'services', label: t('services.title'), choose: () => void openModal('services', { game, title }) }]
          : []),
        ...(canInstall ? [{ key: 'install', label: t('install'), choose: () => void installPrompt.show() }] : []),
      ]}
    />
  );
}
