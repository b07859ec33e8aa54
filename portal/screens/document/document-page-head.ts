import type { PageHead } from '#model/rendered-page.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import { findApplicableDocument } from '#portal/documents/document-body.ts';
import { buildBreadcrumbs } from '#portal/pages/structured-data.ts';
import type { PageHeadContext } from '#portal/pages/public-page.ts';
import { documentsQuery } from '#portal/queries/documents-query.ts';
import { getPortalName } from '#portal/runtime-config.ts';
import { parseDocumentType } from './parse-document-type.ts';

export function buildDocumentPageHead({ params, t, config, queries, link }: PageHeadContext): PageHead | undefined {
  const { game, doc = '' } = params;
  const type = parseDocumentType(doc);
  if (type === undefined) return undefined;
  const documents = queries.getQueryData(documentsQuery(0, game).queryKey)?.Documents ?? [];
  const elsewhere = type === 'PP' ? config.portal?.ExternalPpUrl : config.portal?.ExternalTosUrl;
  if (!findApplicableDocument(documents, type) && safeWebAddress(elsewhere, link('/')) === undefined) return undefined;
  const title = type === 'PP' ? t('footer.privacy') : t('footer.terms');
  const portal = getPortalName(config);
  return {
    title,
    description: t('head.document', { title, portal }),
    type: 'article',
    structuredData: [
      buildBreadcrumbs([portal, link('/')], [title, link(`/Docs/${game === undefined ? '' : `${game}/`}${doc}`)]),
    ],
  };
}
