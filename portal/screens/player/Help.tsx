import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router';
import { openTab } from '#portal/go-to.ts';
import { useOpenModal } from '#portal/modals/modal-stack.tsx';
import { usePage } from '#portal/page.ts';
import { findLegalPage, type GameLinks, type LegalType } from '#portal/shell/legal-page.ts';
import { Icon } from '#portal/ui/Icon.tsx';
import { Menu } from '#portal/ui/Menu.tsx';

/** Beside a game: help, and the documents that count while it is played. The game goes on meanwhile. */
export function Help({ game, links, ask }: { game: string; links: GameLinks; ask: () => void }) {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const here = usePage();
  const ownPages = { TOS: useHref(`/Docs/${game}/tos`), PP: useHref(`/Docs/${game}/pp`) };
  const read = (type: LegalType, title: string) => ({
    key: type,
    label: title,
    choose: () => {
      const page = findLegalPage(type, here, links);
      if (!page) openTab(new URL(ownPages[type], window.location.href).href);
      else if (!page.isModal) openTab(page.url);
      else
        void openModal('document', {
          title,
          shown: { type: 'iframe', url: page.url },
          origins: links.FrameOrigins ?? [],
        });
    },
  });
  return (
    <Menu
      label={t('player.help')}
      button={<Icon name="info" />}
      items={[
        { key: 'support', label: t('player.support.title'), choose: ask },
        read('TOS', t('footer.terms')),
        read('PP', t('footer.privacy')),
      ]}
    />
  );
}
