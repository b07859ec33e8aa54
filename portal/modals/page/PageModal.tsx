// Another page over the game, in a sandboxed frame that may only run scripts. Pages of other origins open in a new tab.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openTab } from '#portal/go-to.ts';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { WebLink } from '#portal/ui/WebLink.tsx';
import { canEmbedPage } from './can-embed-page.ts';
import './page-modal.css';

export function PageModal({
  url,
  title,
  fullscreen = false,
  origins,
  close,
}: {
  url: string;
  title: string;
  fullscreen?: boolean;
  origins?: readonly string[];
  close: () => void;
}) {
  const { t } = useTranslation();
  const isRefused = useRefused(url, !canEmbedPage(url, origins));
  const { host } = new URL(url);
  useTabInstead(url, isRefused);
  useEffect(() => pushToDataLayer('sdk_iframe_modal_opened'), []);
  return (
    <Dialog title={title || host} size={fullscreen ? 'full' : 'large'} onClose={close}>
      <div className={fullscreen ? 'page-modal full' : 'page-modal'}>
        {isRefused ? (
          <Notice tone="info">{t('player.pageNotShown', { host })}</Notice>
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

/** Browsers allow a new tab only right after a click. */
function useTabInstead(url: string, isRefused: boolean): void {
  const isOpened = useRef(false);
  useEffect(() => {
    if (!isRefused || isOpened.current || !navigator.userActivation?.isActive) return;
    isOpened.current = true;
    openTab(url);
  }, [url, isRefused]);
}

/**
 * Whether the portal's own policy has blocked the frame.
 * @param isUnlisted known in advance to be blocked
 */
function useRefused(url: string, isUnlisted: boolean): boolean {
  const [isRefused, setRefused] = useState(isUnlisted);
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective === 'frame-src' && url.startsWith(blockedURI)) setRefused(true);
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, [url]);
  return isRefused;
}
