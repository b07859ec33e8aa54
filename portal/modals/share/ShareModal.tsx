// A link as a QR code, with a copy button where the browser allows it.
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
  /** A title for the shared link, given by the caller. */
  title?: string;
  /** Called when the player copies the link, or has it shown for copying by hand. */
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
      // The browser denied access after all: shows the text to copy by hand.
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

/** Whether the browser lets the page write to the clipboard, possibly after asking the user. */
function useMayCopy(): boolean {
  const [mayCopy, setMayCopy] = useState(false);
  useEffect(() => {
    if (!navigator.clipboard) return;
    navigator.permissions
      .query({ name: 'clipboard-write' as PermissionName })
      .then(({ state }) => setMayCopy(state === 'granted' || state === 'prompt'))
      // Browsers without this permission name ask the user on writing.
      .catch(() => setMayCopy(true));
  }, []);
  return mayCopy;
}
