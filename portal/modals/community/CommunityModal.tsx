// Asks before a game sends its player elsewhere, and says where that is.
import { useTranslation } from 'react-i18next';
import { openTab } from '#portal/go-to.ts';
import { ConfirmModal } from '#portal/modals/confirm/ConfirmModal.tsx';

export function CommunityModal({ url, onJoined, close }: { url: string; onJoined?: () => void; close: () => void }) {
  const { t } = useTranslation();
  return (
    <ConfirmModal
      title={t('community.title')}
      text={t('community.text', { host: new URL(url).host })}
      action={t('community.go')}
      answer={({ yes }) => {
        if (!yes) return;
        // Right in the press: later on a browser would take it for an unwanted window.
        if (openTab(url)) onJoined?.();
      }}
      close={close}
    />
  );
}
