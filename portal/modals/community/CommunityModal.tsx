// Asks the player before a game opens another site, and shows its URL.
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
        // The tab must open inside the click handler, or the browser blocks it.
        if (openTab(url)) onJoined?.();
      }}
      close={close}
    />
  );
}
