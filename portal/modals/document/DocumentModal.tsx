// Shows one document over the page: a framed page, a text, or a picture. If that fails, it can be opened in a new tab.
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownDocument } from '#portal/documents/read-document.ts';
import { openTab } from '#portal/go-to.ts';
import { log } from '#portal/log.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { ScrollRegion } from '#portal/ui/ScrollRegion.tsx';
import { canEmbedPage } from '../page/can-embed-page.ts';
import { DocumentText, OpenDocumentLink } from './DocumentText.tsx';
import { downloadFile } from './download-file.ts';
import { printFrame } from './print-frame.ts';
import { documentSandbox, useDocumentFrame } from './use-document-frame.ts';
import './document-modal.css';

export function DocumentModal({
  title,
  shown,
  origins,
  close,
}: {
  title: string;
  shown: ShownDocument;
  origins?: readonly string[];
  close: () => void;
}) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <Dialog title={title} size="large" onClose={close}>
      <div className="document-modal">
        {shown.type === 'markdown' ? (
          <ScrollRegion className="body" label={title}>
            <DocumentText body={{ kind: 'markdown', text: shown.text }} title={title} />
          </ScrollRegion>
        ) : shown.type === 'image' ? (
          <Picture url={shown.url} title={title} />
        ) : (
          <Framed url={shown.url} isListed={canEmbedPage(shown.url, origins)} {...{ title, frame }} />
        )}
        <div className="actions">
          {shown.type === 'image' ? (
            <Download url={shown.url} title={title} />
          ) : (
            <Button onClick={() => (shown.type === 'iframe' ? printFrame(frame.current, shown.url) : window.print())}>
              {t('documentViewer.print')}
            </Button>
          )}
          <Button kind="primary" onClick={close}>
            {t('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Framed({
  url,
  title,
  isListed,
  frame,
}: {
  url: string;
  title: string;
  isListed: boolean;
  frame: RefObject<HTMLIFrameElement | null>;
}) {
  const { t } = useTranslation();
  const { state, isLoaded, onLoad } = useDocumentFrame(frame, url, isListed);
  return (
    <>
      {state === 'refused' ? (
        <Notice tone="warning">{t('documentViewer.notShown', { title })}</Notice>
      ) : (
        <div className="body" aria-busy={!isLoaded}>
          {!isLoaded && <Spinner />}
          <iframe
            ref={frame}
            src={url}
            title={title}
            className={isLoaded ? 'appeared' : ''}
            sandbox={documentSandbox(url, window.location.origin, runtimeConfig.portal?.TrustedDocumentOrigins)}
            referrerPolicy="no-referrer"
            onLoad={onLoad}
          />
        </div>
      )}
      {state === 'unsure' && <p className="unsure">{t('documentViewer.openInTabHint')}</p>}
      {(state === 'refused' || state === 'unsure') && <OpenDocumentLink url={url} title={title} />}
    </>
  );
}

function Picture({ url, title }: { url: string; title: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  if (state === 'failed')
    return (
      <>
        <Notice tone="warning">{t('documentViewer.notShown', { title })}</Notice>
        <OpenDocumentLink url={url} title={title} />
      </>
    );
  return (
    <ScrollRegion className="body" busy={state === 'loading'} label={title}>
      {state === 'loading' && <Spinner />}
      <img
        className={state === 'shown' ? 'document-image appeared' : 'document-image'}
        src={url}
        alt={title}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
    </ScrollRegion>
  );
}

function Download({ url, title }: { url: string; title: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const download = async (): Promise<void> => {
    setState('busy');
    try {
      await downloadFile(url);
      setState('idle');
    } catch (error) {
      log.warn(`${url} could not be downloaded; it is opened in a new tab.`, error);
      setState('failed');
      openTab(url);
    }
  };
  return (
    <>
      {state === 'failed' && (
        // The browser may have blocked the new tab.
        <Notice tone="warning" action={<OpenDocumentLink url={url} title={title} />}>
          {t('documentViewer.downloadFailed')}
        </Notice>
      )}
      <Button busy={state === 'busy'} onClick={() => void download()}>
        {t('documentViewer.download')}
      </Button>
    </>
  );
}

function Spinner() {
  const { t } = useTranslation();
  return (
    <div className="spinner" role="status" aria-label={t('loading')}>
      <i aria-hidden="true" />
    </div>
  );
}
