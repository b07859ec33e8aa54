// Another page over the game, in a frame without any rights of its own but to run. The portal's policy lets only pages of the
// games' own hosts be framed; for every other address there is a way to open it in a window of its own.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { WebLink } from '#portal/ui/WebLink.tsx';
import './page-modal.css';

export function PageModal({
  url,
  title,
  fullscreen = false,
  close,
}: {
  url: string;
  title: string;
  fullscreen?: boolean;
  close: () => void;
}) {
  const { t } = useTranslation();
  const isRefused = useRefused(url);
  const { host } = new URL(url);
  useEffect(() => pushToDataLayer('sdk_iframe_modal_opened'), []);
  return (
    <Dialog title={title || host} size={fullscreen ? 'full' : 'large'} onClose={close}>
      <div className={fullscreen ? 'page-modal full' : 'page-modal'}>
        {isRefused ? (
          <Notice tone="info">{t('player.pageRefused', { host })}</Notice>
        ) : (
          <iframe
            src={url}
            title={title || host}
            sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
          />
        )}
        <WebLink className="button plain normal" href={url} target="_blank" rel="noopener noreferrer">
          <Icon name="share" />
          {t('player.openPage', { host })}
        </WebLink>
      </div>
    </Dialog>
  );
}

/** Whether the portal's own policy has refused the frame: the browser tells the page, and nobody else. */
function useRefused(url: string): boolean {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective === 'frame-src' && url.startsWith(blockedURI)) setRefused(true);
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, [url]);
  return isRefused;
}
