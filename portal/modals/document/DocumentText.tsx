// A document's text, or a link to the document if it is not a text.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#portal/ui/Icon.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { WebLink } from '#portal/ui/WebLink.tsx';
import type { DocumentBody } from '#portal/documents/document-body.ts';
import './document-text.css';

const Markdown = lazy(async () => ({ default: (await import('#portal/ui/Markdown.tsx')).Markdown }));

export function DocumentText({ body, title }: { body: DocumentBody; title: string }) {
  const { t } = useTranslation();
  switch (body.kind) {
    case 'markdown':
      return (
        <div className="document-text" dir="auto">
          <Suspense fallback={<Skeleton width="100%" height="12em" />}>
            <Markdown text={body.text} />
          </Suspense>
        </div>
      );
    case 'text':
      return (
        <div className="document-text plain" dir="auto">
          {body.text}
        </div>
      );
    case 'image':
      return <img className="document-image" src={body.url} alt={title} />;
    case 'link':
      return <OpenDocumentLink url={body.url} title={title} />;
    case 'nothing':
      return <Notice tone="warning">{t('documentViewer.notShown', { title })}</Notice>;
  }
}

export function OpenDocumentLink({ url, title }: { url: string; title: string }) {
  const { t } = useTranslation();
  return (
    <WebLink className="button plain normal open-document" href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="share" />
      {t('documentViewer.open', { title })}
    </WebLink>
  );
}
