import { useId, useMemo, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#portal/i18n/format-date.ts';
import { getDocumentBody, type LegalDocumentVersion, type LegalDocument } from '#portal/documents/document-body.ts';
import { DocumentText, OpenDocumentLink } from '#portal/modals/document/DocumentText.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { ScrollRegion } from '#portal/ui/ScrollRegion.tsx';
import { DocumentChanges } from './DocumentChanges.tsx';
import { compareTexts } from '#model/compare-texts.ts';

export function DocumentToAccept({
  document,
  version,
  name,
  ref,
}: {
  document: LegalDocument;
  version: LegalDocumentVersion;
  name: string;
  ref: Ref<HTMLElement>;
}) {
  const { t, i18n } = useTranslation();
  const sinceId = useId();
  const [view, setView] = useState<'changes' | 'fullText'>('changes');
  const accepted = document.Versions.find(({ Id, Accepts }) => Id !== version.Id && Accepts.length > 0);
  const changes = useMemo(() => accepted && compareVersions(accepted, version), [accepted, version]);
  const earlier = accepted && getDocumentBody(accepted, window.location.origin);
  return (
    <>
      {accepted && (
        <div className="since">
          <p id={sinceId}>
            {t('acceptDocuments.acceptedEarlier', { date: formatDate(accepted.CreatedAt, i18n.language) })}
          </p>
          {earlier?.kind === 'link' && <OpenDocumentLink url={earlier.url} title={t('acceptDocuments.earlier')} />}
          {changes && (
            <div className="views" role="group" aria-labelledby={sinceId}>
              {(['changes', 'fullText'] as const).map((each) => (
                <Button key={each} kind="quiet" aria-pressed={view === each} onClick={() => setView(each)}>
                  {t(`acceptDocuments.${each}`)}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
      <ScrollRegion ref={ref} className="text" label={name}>
        {changes && view === 'changes' ? (
          <DocumentChanges lines={changes} />
        ) : (
          <DocumentText body={getDocumentBody(version, window.location.origin)} title={name} />
        )}
      </ScrollRegion>
    </>
  );
}

/** Undefined if one version is not a text, or if they differ too much to be compared. */
function compareVersions(before: LegalDocumentVersion, after: LegalDocumentVersion) {
  const [one, other] = [before, after].map((version) => getDocumentBody(version, window.location.origin));
  return one && other && 'text' in one && 'text' in other ? compareTexts(one.text, other.text) : undefined;
}
