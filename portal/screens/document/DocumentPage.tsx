// A legal document on a page of its own: the newest version or an earlier one, as text or as the way to where it is.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import { webAddress } from '#model/safe-destination.ts';
import { client } from '#portal/api.ts';
import { formatDate } from '#portal/i18n/format-date.ts';
import {
  documentBody,
  findDocument,
  newestVersion,
  type DocumentVersion,
} from '#portal/modals/document/document-body.ts';
import { DocumentText } from '#portal/modals/document/DocumentText.tsx';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { useSession } from '#portal/shell/session.ts';
import { usePlace } from '#portal/shell/use-place.ts';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { documentType } from './document-type.ts';
import './document-page.css';

export function DocumentPage() {
  const { t, i18n } = useTranslation();
  const { doc = '' } = useParams();
  const [search] = useSearchParams();
  const { game } = usePlace();
  const type = documentType(doc);
  const documents = useDocuments(game, type !== undefined);
  if (type === undefined) return <Unknown />;
  const title = type === 'PP' ? t('footer.privacy') : t('footer.terms');
  if (documents.isPending) return <DocumentSkeleton title={title} />;
  if (documents.isError) {
    const { error, isFetching, refetch } = documents;
    return error instanceof ApiError && error.status >= 400 && error.status < 500 ? (
      <Unknown />
    ) : (
      <EmptyState
        alert
        drawing={navigator.onLine ? 'broken' : 'offline'}
        title={navigator.onLine ? t('documentPage.failed') : t('offline.title')}
        action={
          <Button kind="primary" busy={isFetching} onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        }
      />
    );
  }
  const document = findDocument(documents.data.Documents, type);
  const newest = document && newestVersion(document);
  const version = document?.Versions.find(({ Id }) => Id === search.get('version')) ?? newest;
  const elsewhere = type === 'PP' ? runtimeConfig.portal?.ExternalPpUrl : runtimeConfig.portal?.ExternalTosUrl;
  const link = webAddress(elsewhere, window.location.origin);
  if (!version && link === undefined) return <Unknown />;
  return (
    <article className="document-page">
      <h1 className="screen-title">{title}</h1>
      {version && (
        <p className="version">
          {t('documentPage.version', { date: formatDate(version.CreatedAt, i18n.language) })}{' '}
          {version.Accepts.map(({ AcceptedAt }) =>
            t('documentPage.accepted', { date: formatDate(AcceptedAt, i18n.language) }),
          )}{' '}
          {version !== newest && <Link to={{ search: '' }}>{t('documentPage.newest')}</Link>}
        </p>
      )}
      <DocumentText
        title={title}
        body={version ? documentBody(version, window.location.origin) : { kind: 'link', url: link ?? '' }}
      />
      {document && <EarlierVersions versions={document.Versions.filter((each) => each !== newest)} />}
    </article>
  );
}

function EarlierVersions({ versions }: { versions: readonly DocumentVersion[] }) {
  const { t, i18n } = useTranslation();
  if (versions.length === 0) return null;
  return (
    <details>
      <summary>{t('documentPage.earlier')}</summary>
      <ul>
        {versions.map(({ Id, CreatedAt }) => (
          <li key={Id}>
            <Link to={{ search: new URLSearchParams({ version: Id }).toString() }}>
              {t('documentPage.version', { date: formatDate(CreatedAt, i18n.language) })}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Without a game those of the portal. */
function useDocuments(game: string | undefined, enabled: boolean) {
  const session = useSession();
  return useQuery({
    queryKey: ['documents', session, game ?? ''],
    queryFn: () => client.documents.listWithVersions(game === undefined ? {} : { GameSystemName: game }),
    enabled,
    retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status < 500 && error.status >= 400),
  });
}

function Unknown() {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="screen-title">{t('screen.document')}</h1>
      <EmptyState
        drawing="empty"
        title={t('documentPage.unknown')}
        action={
          <ButtonLink kind="primary" to="/">
            {t('nav.home')}
          </ButtonLink>
        }
      />
    </>
  );
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
