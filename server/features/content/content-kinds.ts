import type { ContentKind } from './content-kind.ts';
import type { KindName } from './content-place.ts';
import { documentKind } from './kinds/document-kind.ts';
import { gameKind } from './kinds/game-kind.ts';
import { newsKind } from './kinds/news-kind.ts';
import { pictureKind } from './kinds/picture-kind.ts';
import { portalKind } from './kinds/portal-kind.ts';
import { productsKind } from './kinds/products-kind.ts';
import { ratesKind } from './kinds/rates-kind.ts';
import { settingsKind } from './kinds/settings-kind.ts';
import { wordsKind } from './kinds/words-kind.ts';

/** All that a content folder may hold, in the order in which it is written. */
export const contentKinds: Readonly<Record<KindName, ContentKind>> = {
  portal: portalKind,
  rates: ratesKind,
  game: gameKind,
  settings: settingsKind,
  products: productsKind,
  words: wordsKind,
  news: newsKind,
  document: documentKind,
  picture: pictureKind,
};

export const kindNames = Object.keys(contentKinds) as readonly KindName[];
