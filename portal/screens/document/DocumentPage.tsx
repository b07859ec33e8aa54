import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import { formatDateInUtc } from '#portal/i18n/format-date.ts';
import {
  getDocumentBody,
  findApplicableDocument,
  findNewestDocumentVersion,
  type LegalDocumentVersion,
} from '#portal/documents/document-body.ts';
import { DocumentText } from '#portal/modals/document/DocumentText.tsx';
import { usePageEnvironment } from '#portal/page-environment.ts';
import { documentsQuery } from '#portal/queries/documents-query.ts';
import { useSessionNumber } from '#portal/session.ts';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { usePageTarget } from '#portal/shell/use-page-target.ts';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { MissingContent } from '../error/NotFound.tsx';
import { parseDocumentType } from './parse-document-type.ts';
import './document-page.css';

export function DocumentPage() {
  const { t, i18n } = useTranslation();
  const { doc = '' } = useParams();
  const [search] = useSearchParams();
  const { game } = usePageTarget();
  const { config, origin } = usePageEnvironment();
  const type = parseDocumentType(doc);
  const documents = useDocuments(game, type !== undefined);
  const title = type === 'PP' ? t('footer.privacy') : t('footer.terms');
  usePageTitle(type === undefined ? undefined : title);
  if (type === undefined) return <Unknown />;
  if (documents.isPending) return <DocumentSkeleton title={title} />;
  if (documents.isError) {
    const { error } = documents;
    return error instanceof ApiError && error.status >= 400 && error.status < 500 ? (
      <Unknown />
    ) : (
      <LoadFailed title={t('documentPage.failed')} query={documents} />
    );
  }
  const document = findApplicableDocument(documents.data.Documents, type);
  const newest = document && findNewestDocumentVersion(document);
  const version = document?.Versions.find(({ Id }) => Id === search.get('version')) ?? newest;
  const elsewhere = type === 'PP' ? config.portal?.ExternalPpUrl : config.portal?.ExternalTosUrl;
  const link = safeWebAddress(elsewhere, origin);
  if (!version && link === undefined) return <Unknown />;
  return (
    <article className="document-page">
      <h1 className="screen-title">{title}</h1>
      {version && (
        <p className="version">
          {t('documentPage.version', { date: formatDateInUtc(version.CreatedAt, i18n.language) })}{' '}
          {version.Accepts.map(({ AcceptedAt }) =>
            t('documentPage.accepted', { date: formatDateInUtc(AcceptedAt, i18n.language) }),
          )}{' '}
          {version !== newest && <Link to={{ search: '' }}>{t('documentPage.current')}</Link>}
        </p>
      )}
      <DocumentText
        title={title}
        body={version ? getDocumentBody(version, origin) : { kind: 'link', url: link ?? '' }}
      />
      {document && <EarlierVersions versions={document.Versions.filter((each) => each !== newest)} />}
    </article>
  );
}

function EarlierVersions({ versions }: { versions: readonly LegalDocumentVersion[] }) {
  const { t, i18n } = useTranslation();
  if (versions.length === 0) return null;
  return (
    <details>
      <summary>{t('documentPage.earlier')}</summary>
      <ul>
        {versions.map(({ Id, CreatedAt }) => (
          <li key={Id}>
            <Link to={{ search: new URLSearchParams({ version: Id }).toString() }}>
              {t('documentPage.version', { date: formatDateInUtc(CreatedAt, i18n.language) })}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function useDocuments(game: string | undefined, enabled: boolean) {
  const session = useSessionNumber();
  return useQuery({ ...documentsQuery(session, game), enabled });
}

function Unknown() {
  const { t } = useTranslation();
  return <MissingContent heading={t('screen.document')} text={t('documentPage.notFound')} />;
}

function DocumentSkeleton({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <article className="document-page" aria-busy="true">
      <h1 className="screen-title">{title}</h1>
      <div className="lines" role="status" aria-label={t('loading')}>
        {['40%', '100%', '94%', '98%', '62%'].map((width) => (
          <Skeleton key={width} width={width} height="1.2em" />
        ))}
      </div>
    </article>
  );
}
