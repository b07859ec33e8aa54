// A link as a QR code, with a copy button if the browser allows it.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { QrCode } from '#portal/ui/QrCode.tsx';
import './share-modal.css';

export function ShareModal({
  link,
  title,
  onShared,
  close,
}: {
  link: string;
  title?: string;
  /** Called when the player copies the link. */
  onShared?: () => void;
  close: () => void;
}) {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const mayCopy = useMayCopy();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    onShared?.();
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // The browser denied access after all.
      await openModal('copy', { text: link });
    }
  };
  return (
    <Dialog title={title ?? t('share.title')} size="small" onClose={close}>
      <div className="share-modal">
        <QrCode text={link} label={t('share.qrCode')} />
        <p className="link" dir="ltr">
          {link}
        </p>
        <Button kind="primary" disabled={!mayCopy} onClick={() => void copy()}>
          {isCopied ? t('share.copied') : t('share.copy')}
        </Button>
        <span className="unseen" role="status">
          {isCopied ? t('share.copied') : ''}
        </span>
      </div>
    </Dialog>
  );
}

function useMayCopy(): boolean {
  const [mayCopy, setMayCopy] = useState(false);
  useEffect(() => {
    if (!navigator.clipboard) return;
    navigator.permissions
      .query({ name: 'clipboard-write' as PermissionName })
      .then(({ state }) => setMayCopy(state === 'granted' || state === 'prompt'))
      // Browsers that don't know this permission ask the user on writing.
      .catch(() => setMayCopy(true));
  }, []);
  return mayCopy;
}
