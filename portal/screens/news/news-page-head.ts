import { chooseLocalizedText } from '#model/locale.ts';
import type { PageHead } from '#model/rendered-page.ts';
import { buildBreadcrumbs } from '#portal/pages/structured-data.ts';
import { choosePreviewPicture } from '#portal/pages/choose-preview-picture.ts';
import type { PageHeadContext } from '#portal/pages/public-page.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { newsItemQuery } from '#portal/queries/news-query.ts';
import { getPortalName } from '#portal/runtime-config.ts';
import { createExcerpt } from './create-excerpt.ts';

export function buildNewsPageHead({ params, t, locale, config, queries, link }: PageHeadContext): PageHead {
  const { game } = params;
  const about = game === undefined ? undefined : queries.getQueryData(gameConfigQuery(game).queryKey)?.StorePage;
  const portal = getPortalName(config);
  const title = t('news.title');
  if (!about)
    return {
      title,
      description: t('head.news', { about: portal }),
      structuredData: [buildBreadcrumbs([portal, link('/')], [title, link('/News')])],
    };
  const name = chooseLocalizedText(about.Title, locale);
  return {
    title: `${title}: ${name}`,
    description: t('head.news', { about: name }),
    image: choosePreviewPicture(about.WideArt, name, about.Pictures),
    structuredData: [
      buildBreadcrumbs([portal, link('/')], [name, link(`/Games/${game}`)], [title, link(`/Games/${game}/News`)]),
    ],
  };
}

export function buildNewsItemPageHead({
  params,
  t,
  locale,
  config,
  queries,
  link,
}: PageHeadContext): PageHead | undefined {
  const { id = '' } = params;
  const item = queries.getQueryData(newsItemQuery(id, locale).queryKey)?.Item;
  const message = item?.Messages[0];
  if (!item || !message) return undefined;
  const { ImageUrl, CreatedAt } = item;
  const portal = getPortalName(config);
  const description = createExcerpt(message.Message);
  return {
    title: message.Header,
    description,
    type: 'article',
    image: ImageUrl === undefined ? undefined : { url: ImageUrl, alt: message.Header },
    structuredData: [
      {
        '@type': 'NewsArticle',
        headline: message.Header,
        description,
        datePublished: CreatedAt,
        inLanguage: message.Locale,
        url: link(`/News/${id}`),
        ...(ImageUrl !== undefined && { image: [ImageUrl] }),
        publisher: { '@type': 'Organization', name: portal, url: link('/') },
      },
      buildBreadcrumbs([portal, link('/')], [t('news.title'), link('/News')], [message.Header, link(`/News/${id}`)]),
    ],
  };
}
