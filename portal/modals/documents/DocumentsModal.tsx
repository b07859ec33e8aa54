// Documents that a player has to accept, one after the other. Leaving the page accepts nothing. If the player accepted
// an earlier version, the changes come first.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { findNewestDocumentVersion, type LegalDocument } from '#portal/documents/document-body.ts';
import { useBlockedBackButton } from '#portal/shell/open-modal.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { DocumentToAccept } from './DocumentToAccept.tsx';
import './documents-modal.css';

export function DocumentsModal({
  documents,
  required = false,
  decline,
  onAccepted,
  close,
}: {
  /** The documents that are not accepted yet. */
  documents: readonly LegalDocument[];
  required?: boolean;
  /** The label of the button that closes without accepting. Without it, required documents can't be declined. */
  decline?: string;
  onAccepted?: (documentVersionId: string) => void;
  close: () => void;
}) {
  const { t, i18n } = useTranslation();
  useBlockedBackButton(required);
  const [asked] = useState(() => documents.flatMap((document) => withVersion(document)));
  const [index, setIndex] = useState(0);
  const text = useRef<HTMLElement>(null);
  const current = asked[index];
  const accept = useMutation({
    mutationFn: ({ document, version }: AskedDocument) =>
      apiClient.documents.accept({ DocumentId: document.Id, DocumentVersionId: version.Id }),
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
  // Scrolls the next document to its top.
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
        <DocumentToAccept key={version.Id} ref={text} {...{ document, version, name }} />
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
  const version = findNewestDocumentVersion(document);
  return version ? [{ document, version }] : [];
}
