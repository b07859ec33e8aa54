import type { ContentTypeHandler } from './content-type.ts';
import type { ContentTypeName } from './content-place.ts';
import { documentContentHandler } from './types/document-content.ts';
import { gameContentHandler } from './types/game-content.ts';
import { newsContentHandler } from './types/news-content.ts';
import { pictureContentHandler } from './types/picture-content.ts';
import { portalContentHandler } from './types/portal-content.ts';
import { productsContentHandler } from './types/products-content.ts';
import { ratesContentHandler } from './types/rates-content.ts';
import { settingsContentHandler } from './types/settings-content.ts';
import { wordsContentHandler } from './types/words-content.ts';

/** All content types, in writing order. */
export const contentTypeHandlers: Readonly<Record<ContentTypeName, ContentTypeHandler<unknown, unknown>>> = {
  portal: portalContentHandler,
  rates: ratesContentHandler,
  game: gameContentHandler,
  settings: settingsContentHandler,
  products: productsContentHandler,
  words: wordsContentHandler,
  news: newsContentHandler,
  document: documentContentHandler,
  picture: pictureContentHandler,
};

export const contentTypeNames = Object.keys(contentTypeHandlers) as readonly ContentTypeName[];
