// Asks the player before a game opens another site, and shows its URL.
import { useTranslation } from 'react-i18next';
import { openTab } from '#portal/go-to.ts';
import { usePageEnvironment } from '#portal/page-environment.ts';
import { buildOutboundPath } from '#portal/outbound-path.ts';
import { ConfirmModal } from '#portal/modals/confirm/ConfirmModal.tsx';

export function CommunityModal({
  url,
  game,
  onJoined,
  close,
}: {
  url: string;
  game: string;
  onJoined?: () => void;
  close: () => void;
}) {
  const { t } = useTranslation();
  const page = usePageEnvironment();
  return (
    <ConfirmModal
      title={t('community.title')}
      text={t('community.text', { host: new URL(url).host })}
      action={t('community.go')}
      answer={({ yes }) => {
        if (!yes) return;
        // The tab must open inside the click handler, or the browser blocks it.
        if (openTab(buildOutboundPath(page, url, { type: 'community', game }))) onJoined?.();
      }}
      close={close}
    />
  );
}
