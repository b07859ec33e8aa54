// Documents that a player has to read and accept, one after the other. Where they are required there is no way past them but to
// accept, to decline where that is offered, or to leave the page: then nothing was accepted, and whoever asked hears so. Who has
// accepted an earlier version sees first what has changed since.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { newestVersion, type LegalDocument } from '#portal/documents/document-body.ts';
import { useHeldPage } from '#portal/shell/open-modal.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { AskedText } from './AskedText.tsx';
import './documents-modal.css';

export function DocumentsModal({
  documents,
  required = false,
  decline,
  onAccepted,
  close,
}: {
  /** Those that are not accepted yet; of each the newest version is shown. */
  documents: readonly LegalDocument[];
  required?: boolean;
  /** What the button says that closes without accepting; where they are required there is none without it. */
  decline?: string;
  /** Told for each that was accepted. */
  onAccepted?: (documentVersionId: string) => void;
  close: () => void;
}) {
  const { t, i18n } = useTranslation();
  useHeldPage(required);
  const [asked] = useState(() => documents.flatMap((document) => withVersion(document)));
  const [index, setIndex] = useState(0);
  const text = useRef<HTMLElement>(null);
  const current = asked[index];
  const accept = useMutation({
    mutationFn: ({ document, version }: AskedDocument) =>
      client.documents.accept({ DocumentId: document.Id, DocumentVersionId: version.Id }),
    networkMode: 'always',
    onSuccess: (_, { version }) => {
      onAccepted?.(version.Id);
      if (index + 1 < asked.length) setIndex(index + 1);
      else close();
    },
    onError: (error, { version }) => log.error(`Version ${version.Id} of a document could not be accepted.`, error),
  });
  useEffect(() => {
    if (!current) close();
  }, [current, close]);
  // The next document is read from its beginning.
  useEffect(() => {
    if (index === 0) return;
    text.current?.focus();
  }, [index]);
  if (!current) return null;
  const { document, version } = current;
  const name = document.DocumentType.Value === 'PP' ? t('footer.privacy') : t('footer.terms');
  const format = new Intl.NumberFormat(i18n.language);
  const step = { number: format.format(index + 1), total: format.format(asked.length) };
  return (
    <Dialog title={t('acceptDocuments.title')} onClose={close} closable={!required && !accept.isPending}>
      <div className="documents-modal">
        <p className="name">
          {name}
          {asked.length > 1 && <span className="step">{t('acceptDocuments.step', step)}</span>}
        </p>
        <AskedText key={version.Id} ref={text} {...{ document, version, name }} />
        {accept.isError && <Notice tone="danger">{t('acceptDocuments.failed')}</Notice>}
        <div className="actions">
          {(!required || decline !== undefined) && (
            <Button disabled={accept.isPending} onClick={close}>
              {decline ?? t('acceptDocuments.later')}
            </Button>
          )}
          <Button kind="primary" busy={accept.isPending} onClick={() => accept.mutate(current)}>
            {t('acceptDocuments.accept')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type AskedDocument = ReturnType<typeof withVersion>[number];

function withVersion(document: LegalDocument) {
  const version = newestVersion(document);
  return version ? [{ document, version }] : [];
}
