import type { ContentType } from './content-type.ts';
import type { ContentTypeName } from './content-place.ts';
import { documentContent } from './types/document-content.ts';
import { gameContent } from './types/game-content.ts';
import { newsContent } from './types/news-content.ts';
import { pictureContent } from './types/picture-content.ts';
import { portalContent } from './types/portal-content.ts';
import { productsContent } from './types/products-content.ts';
import { ratesContent } from './types/rates-content.ts';
import { settingsContent } from './types/settings-content.ts';
import { wordsContent } from './types/words-content.ts';

/** All content types, in writing order. */
export const contentTypes: Readonly<Record<ContentTypeName, ContentType<unknown, unknown>>> = {
  portal: portalContent,
  rates: ratesContent,
  game: gameContent,
  settings: settingsContent,
  products: productsContent,
  words: wordsContent,
  news: newsContent,
  document: documentContent,
  picture: pictureContent,
};

export const contentTypeNames = Object.keys(contentTypes) as readonly ContentTypeName[];
