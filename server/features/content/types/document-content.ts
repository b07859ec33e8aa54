import { Type, type Static } from 'typebox';
import { DocumentContent } from '#model/document.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import { instant, object, url } from '#model/schema.ts';
import {
  createDocument,
  findDocument,
  insertDocumentVersion,
  type DocumentKey,
} from '#server/features/documents/add-version.ts';
import type { ContentTypeHandler } from '../content-type.ts';
import { buildContentPath, buildVersionTextPath, type ContentPlace } from '../content-place.ts';
import { validateAgainstSchema } from '../validate-against-schema.ts';

/** A Markdown version's text is in a file of its own, named after its number. */
const DocumentVersionEntry = object({
  Number: Type.Integer({ minimum: 1, maximum: 999_999 }),
  CreatedAt: Type.Optional(instant),
  Url: Type.Optional(url),
  Content: Type.Optional(DocumentContent),
});
export type DocumentVersionEntry = Static<typeof DocumentVersionEntry>;

export const DocumentEntry = object({
  NeedUserAcceptance: Type.Optional(Type.Boolean()),
  Active: Type.Optional(Type.Boolean()),
  Versions: Type.Array(DocumentVersionEntry, { maxItems: 1000 }),
});
export type DocumentEntry = Static<typeof DocumentEntry>;

/** A legal document with all its versions. Published versions can't change: players may have accepted them. */
export const documentContentHandler: ContentTypeHandler<DocumentEntry> = {
  read: async (db) => {
    const documents = await db
      .selectFrom('documents')
      .select(['document_id', 'game', 'type', 'need_user_acceptance', 'is_active'])
      .distinctOn(['game', 'type'])
      .orderBy('game')
      .orderBy('type')
      .orderBy('is_active', 'desc')
      .orderBy('created_at')
      .execute();
    const versions = await db.selectFrom('document_versions').selectAll().orderBy('number').execute();
    const byDocument = Map.groupBy(versions, ({ document_id }) => document_id);
    return documents.map(({ document_id, game, type, need_user_acceptance, is_active }) => {
      const name = type.toLowerCase();
      const path = buildContentPath(game ?? undefined, `documents/${name}/document.json`);
      const value: DocumentEntry = {
        NeedUserAcceptance: need_user_acceptance,
        Active: is_active,
        Versions: (byDocument.get(document_id) ?? []).map(({ number, created_at, url: address, content }) => ({
          Number: number,
          CreatedAt: created_at.toISOString(),
          ...(address !== null && { Url: address }),
          ...(content && { Content: content }),
        })),
      };
      return { place: { type: 'document', path, game: game ?? undefined, name }, value };
    });
  },
  prepare: ({ value, before }) => {
    const checked = validateAgainstSchema(DocumentEntry, value);
    if ('faults' in checked) return checked;
    const { NeedUserAcceptance = false, Active = true, Versions } = checked.value;
    const published = (before?.value.Versions ?? []).map(normalize);
    const given = Versions.map((version) => {
      const known = published.find(({ Number: number }) => number === version.Number);
      return normalize({ ...(known?.CreatedAt !== undefined && { CreatedAt: known.CreatedAt }), ...version });
    });
    const wrong = versionFaults(given, published);
    if (wrong.length > 0) return { faults: wrong };
    const left = published.filter((version) => !given.some((each) => each.Number === version.Number));
    const all = [...left, ...given].toSorted((one, other) => one.Number - other.Number);
    return {
      value: { NeedUserAcceptance, Active, Versions: all },
      ...(left.length > 0 && {
        notes: [`version ${left.map((each) => each.Number).join(', ')} is not in the folder and stays as it is`],
      }),
    };
  },
  write: async (trx, { place, value }) => {
    const { NeedUserAcceptance: needs = false, Active = true, Versions } = value;
    const of = toDocumentPlace(place);
    const { document_id } = (await findDocument(trx, of)) ?? (await createDocument(trx, of));
    await trx
      .updateTable('documents')
      .set({ is_active: Active, need_user_acceptance: needs })
      .where('document_id', '=', document_id)
      .execute();
    const rows = await trx
      .selectFrom('document_versions')
      .select('number')
      .where('document_id', '=', document_id)
      .execute();
    const there = new Set(rows.map(({ number }) => number));
    for (const { Number: number, CreatedAt, Url, Content } of Versions.filter((each) => !there.has(each.Number)))
      await insertDocumentVersion(trx, document_id, {
        number,
        url: Url ?? null,
        content: Content ?? null,
        ...(CreatedAt !== undefined && { created_at: new Date(CreatedAt) }),
      });
    return [];
  },
  describe: ({ NeedUserAcceptance, Versions }) =>
    `${Versions.length} versions; ${NeedUserAcceptance ? 'players must accept the newest' : 'players need not accept it'}`,
  splitTexts: (path, { Versions, ...document }) => {
    const isMarkdown = ({ Content }: DocumentVersionEntry): boolean => Content?.ContentType === 'Markdown';
    const listed = Versions.map((version) => {
      if (!isMarkdown(version)) return version;
      const { Content: _, ...rest } = version;
      return rest;
    });
    const texts = Versions.filter(isMarkdown).map(
      ({ Number: number, Content }) => [buildVersionTextPath(path, number), Content?.Value ?? ''] as const,
    );
    return { value: { ...document, Versions: listed }, texts: new Map(texts) };
  },
  remove: {
    outcome: ({ Active }) =>
      Active === false ? undefined : 'no longer shown or asked for; its versions and who accepted them stay',
    run: async (trx, { place }) => {
      const { type, game } = toDocumentPlace(place);
      await trx
        .updateTable('documents')
        .set({ is_active: false })
        .where('type', '=', type)
        .where('game', 'is not distinct from', game ?? null)
        .execute();
    },
  },
};

function versionFaults(given: readonly DocumentVersionEntry[], published: readonly DocumentVersionEntry[]): string[] {
  const newest = Math.max(0, ...published.map(({ Number: number }) => number));
  if (given.length + published.length === 0) return ['/Versions is empty: put the text into 1.md beside it'];
  return given.flatMap(({ Number: number, CreatedAt, Url, Content }, at) => {
    const known = published.find((each) => each.Number === number);
    const place = `/Versions/${at}`;
    if (given.findIndex((each) => each.Number === number) < at) return [`${place}/Number ${number} is there twice`];
    if ((Url === undefined) === (Content === undefined))
      return [`${place} needs either a Url or a text: put it into ${number}.md beside document.json`];
    if (Url !== undefined && (!/^https:/i.test(Url) || safeWebAddress(Url) === undefined))
      return [`${place}/Url isn't an https address of a page`];
    if (CreatedAt !== undefined && Number.isNaN(Date.parse(CreatedAt)))
      return [`${place}/CreatedAt isn't a valid date and time`];
    if (!known) return number > newest ? [] : [`${place}/Number ${number}: the next version is ${newest + 1}`];
    if (
      known.Url === Url &&
      known.Content?.Value === Content?.Value &&
      known.Content?.ContentType === Content?.ContentType
    )
      return [];
    return [
      `${number}.md differs from version ${number}, which is published and does not change: add it as ${newest + 1}.md`,
    ];
  });
}

function normalize({ CreatedAt, ...version }: DocumentVersionEntry): DocumentVersionEntry {
  const at = CreatedAt === undefined ? NaN : Date.parse(CreatedAt);
  return {
    ...version,
    ...(CreatedAt !== undefined && { CreatedAt: Number.isNaN(at) ? CreatedAt : new Date(at).toISOString() }),
  };
}

const toDocumentPlace = ({ name, game }: ContentPlace): DocumentKey => ({
  type: name === 'tos' ? 'TOS' : 'PP',
  game,
});
