// What a draft changes: a document, an article, or a file of the content folder. The engine behind `npm run content`
// checks and writes the change; here it is brought into the form of a folder.
import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import type { AuditObjectKind } from '#model/audit-log.ts';
import { formatJson, type ContentFiles } from '#server/features/content/content-files.ts';
import { buildContentPath, parseContentPath, type ContentPlace } from '#server/features/content/content-place.ts';
import type { ContentTools } from '#server/features/content/content-type.ts';
import { contentTypeHandlers } from '#server/features/content/content-types.ts';
import { changeDocument, readDocumentState } from './document-state.ts';

export interface DraftObject {
  readonly name: string;
  /** The file that contains it. */
  readonly place: ContentPlace;
  /** Of an article. */
  readonly articleId?: string | undefined;
}

/** Settings have secrets and are not changed by drafts; pictures are files. */
export function parseDraftObject(name: string): DraftObject | undefined {
  const { game, rest = '' } = /^(?:games\/(?<game>[a-z0-9][a-z0-9-]{0,62})\/)?(?<rest>.+)$/s.exec(name)?.groups ?? {};
  const { articleId } = /^news\/(?<articleId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(rest)?.groups ?? {};
  const { document } = /^documents\/(?<document>tos|pp)$/.exec(rest)?.groups ?? {};
  const file =
    articleId !== undefined ? 'news.json' : document !== undefined ? `documents/${document}/document.json` : rest;
  const place = parseContentPath(buildContentPath(game, file));
  if (!place || place.type === 'version' || place.type === 'settings' || place.type === 'picture') return undefined;
  const isWhole = place.type === 'news' || place.type === 'document';
  if (isWhole && articleId === undefined && document === undefined) return undefined;
  return { name, place, articleId };
}

export function requireDraftObject(name: string): DraftObject {
  const object = parseDraftObject(name);
  if (!object) throw new Problem('NotFound', `There is no content ${name}.`);
  return object;
}

export const nameDocument = (type: 'TOS' | 'PP', game: string | undefined): string =>
  buildContentPath(game, `documents/${type.toLowerCase()}`);

export const nameArticle = (articleId: string, game: string | undefined): string =>
  buildContentPath(game, `news/${articleId}`);

/** The object as it is now, in its JSON form; undefined if there is none. */
export async function readDraftObject(
  db: Kysely<Tables>,
  tools: ContentTools,
  { place, articleId }: DraftObject,
): Promise<object | undefined> {
  const entries = await contentTypeHandlers[place.type].read(db, tools);
  const value = toJson(entries.find((entry) => entry.place.path === place.path)?.value);
  if (articleId !== undefined) return listOf(value).find((article) => article.Id === articleId);
  return place.type === 'document' ? readDocumentState(value) : value;
}

/** The folder with this object changed; `value` undefined removes it. */
export async function changeFiles(
  db: Kysely<Tables>,
  tools: ContentTools,
  files: ContentFiles,
  { object, value }: { readonly object: DraftObject; readonly value: object | undefined },
): Promise<ContentFiles> {
  const { place, articleId } = object;
  const changed = new Map(files);
  const write = (whole: unknown): ContentFiles =>
    whole === undefined ? (changed.delete(place.path), changed) : changed.set(place.path, formatJson(whole));
  if (articleId === undefined && place.type !== 'document') return write(value);
  if (articleId !== undefined) {
    const text = files.get(place.path);
    const articles = listOf(text === undefined ? [] : JSON.parse(text));
    const others = articles.filter(({ Id }) => Id !== articleId);
    if (value === undefined) return write(others.length > 0 ? others : undefined);
    return write([...others, { ...value, Id: articleId }]);
  }
  const entries = await contentTypeHandlers.document.read(db, tools);
  const document = entries.find((entry) => entry.place.path === place.path)?.value;
  return write(changeDocument(document, value));
}

export const computeObjectVersion = (value: object | null | undefined): string =>
  value === undefined || value === null
    ? newObjectVersion
    : hash('sha256', JSON.stringify(sortKeys(value)), 'hex').slice(0, 32);

export const newObjectVersion = 'new';

export const auditKindOf = ({ place: { type } }: DraftObject): AuditObjectKind =>
  type === 'document' || type === 'news' || type === 'game' ? type : type === 'products' ? 'product' : 'content';

interface Article {
  readonly Id?: string;
}

// Read from our own tables, or validated by the engine afterwards.
const listOf = (value: unknown): readonly Article[] => (Array.isArray(value) ? (value as readonly Article[]) : []);

function toJson(value: unknown): object | undefined {
  if (value === undefined || value === null) return undefined;
  return JSON.parse(JSON.stringify(value)) as object;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}
