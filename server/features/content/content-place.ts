// Maps paths of a content folder to entries. Unknown paths are rejected, so that no path can leave the folder.
export type ContentTypeName =
  | 'game'
  | 'rates'
  | 'portal'
  | 'settings'
  | 'products'
  | 'words'
  | 'news'
  | 'document'
  | 'picture';

export interface ContentPlace {
  readonly type: ContentTypeName;
  readonly path: string;
  /** Undefined: the portal. */
  readonly game: string | undefined;
  /** For settings `identities/firebase`, for a document `tos`, for a picture `wide.jpg`. */
  readonly name: string;
}

/** The text of a document's version: `documents/tos/2.md`. */
export interface VersionTextPlace {
  readonly type: 'version';
  readonly document: string;
  readonly number: number;
}

export function parseContentPath(path: string): ContentPlace | VersionTextPlace | undefined {
  const { game, rest = '' } = /^(?:games\/(?<game>[a-z0-9][a-z0-9-]{0,62})\/)?(?<rest>.+)$/s.exec(path)?.groups ?? {};
  const single = (game === undefined ? ofPortal : ofGame).get(rest);
  if (single) return { type: single, path, game, name: '' };
  const { adapter } =
    /^settings\/(?<adapter>(?:identities|platforms|payments)\/[a-z0-9]+)\.json$/.exec(rest)?.groups ?? {};
  if (adapter !== undefined) return { type: 'settings', path, game, name: adapter };
  if (picturePathPattern.test(rest)) return { type: 'picture', path, game, name: rest.slice('pictures/'.length) };
  const { type, file, number } =
    /^documents\/(?<type>tos|pp)\/(?<file>document\.json|(?<number>[1-9]\d{0,5})\.md)$/.exec(rest)?.groups ?? {};
  if (type === undefined || file === undefined) return undefined;
  if (number === undefined) return { type: 'document', path, game, name: type };
  return { type: 'version', document: path.replace(file, 'document.json'), number: Number(number) };
}

/** The relative path of a picture, as files next to it reference it. */
export const picturePathPattern = /^pictures\/[a-z0-9][a-z0-9_-]{0,60}\.(?:jpe?g|png|webp|avif)$/;

export const buildContentPath = (game: string | undefined, rest: string): string =>
  game === undefined ? rest : `games/${game}/${rest}`;

export const buildVersionTextPath = (document: string, number: number): string =>
  document.replace(/document\.json$/, `${number}.md`);

const ofPortal: ReadonlyMap<string, ContentTypeName> = new Map([
  ['portal.json', 'portal'],
  ['rates.json', 'rates'],
  ['words.json', 'words'],
  ['news.json', 'news'],
]);
const ofGame: ReadonlyMap<string, ContentTypeName> = new Map([
  ['game.json', 'game'],
  ['products.json', 'products'],
  ['words.json', 'words'],
  ['news.json', 'news'],
]);

export const knownContentPathsText =
  'portal.json, rates.json, words.json, news.json, documents/tos/document.json with 1.md and so on beside it, documents/pp/…, settings/<family>/<adapter>.json, pictures/<name>.jpg (or png, webp, avif; small letters), and games/<game>/ with game.json, products.json, words.json, news.json, documents/…, settings/… and pictures/…';
