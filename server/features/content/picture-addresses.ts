// Content references pictures by file (`pictures/wide.jpg`), the database by address. So a folder is the same on every
// portal.
import { picturesPath } from '#server/features/pictures/describe-picture.ts';
import type { ContentEntry, ContentTools, ContentEntries } from './content-type.ts';
import { isObject } from './is-object.ts';
import { buildContentPath, picturePathPattern, type ContentPlace, type ContentTypeName } from './content-place.ts';

export interface PictureHashEntry {
  readonly Hash: string;
}

export function readPictureHash(value: unknown): string | undefined {
  const hash = isObject(value) ? value['Hash'] : undefined;
  return typeof hash === 'string' ? hash : undefined;
}

const withPictures: ReadonlySet<ContentTypeName> = new Set(['game', 'products', 'news']);
export const contentTypeHasPictures = ({ type }: ContentPlace): boolean => withPictures.has(type);

/** News use a path of the portal. Game data is also used outside the portal, so it gets a full address. */
export function buildPictureAddress(
  hash: string,
  { type }: Pick<ContentPlace, 'type'>,
  { config }: ContentTools,
): string {
  const path = `${config.basePath}${picturesPath}/${hash}/whole.webp`;
  return type === 'news' ? path : config.publicUrl.origin + path;
}

export function replacePicturePaths(
  { place, value }: ContentEntry,
  folder: ContentEntries,
  tools: ContentTools,
): { readonly value: unknown; readonly lost: readonly string[] } {
  const lost: string[] = [];
  const found = mapTexts(value, (text) => {
    if (!picturePathPattern.test(text)) return text;
    const picture = folder.get(buildContentPath(place.game, text));
    if (picture) return buildPictureAddress(readPictureHash(picture.value) ?? '', place, tools);
    lost.push(`names ${text}, and there is no ${buildContentPath(place.game, text)}`);
    return text;
  });
  return { value: found, lost };
}

export function replacePictureAddresses({ place, value }: ContentEntry, entries: ContentEntries): ContentEntry {
  let isNamed = false;
  const named = mapTexts(value, (text) => {
    const [, hash] = /\/pictures\/([0-9a-f]{32})\/whole\.webp$/.exec(text) ?? [];
    const path = hash === undefined ? undefined : findPath(entries, place.game, hash);
    if (path === undefined) return text;
    isNamed = true;
    return path.slice(buildContentPath(place.game, '').length);
  });
  return isNamed ? { place, value: named, whole: value } : { place, value };
}

function findPath(entries: ContentEntries, game: string | undefined, hash: string): string | undefined {
  const found = [...entries.values()].find(
    ({ place, value }) => place.type === 'picture' && place.game === game && readPictureHash(value) === hash,
  );
  return found?.place.path;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}
