// Runs `npm run documents`: lists, shows, adds and deactivates legal documents of the portal and of games.
import { buildUsageError, readCommand, describeUsage, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { requireGame } from '#server/db/require-game.ts';
import { addDocumentVersion, findDocument, type DocumentKey } from './add-version.ts';
import { documentTitles } from './document-titles.ts';
import { readDocumentSource } from './read-document-source.ts';

type DocumentsArguments =
  | { readonly action: 'list' }
  | ({ readonly action: 'show'; readonly version: number | undefined } & DocumentKey)
  | ({ readonly action: 'deactivate' } & DocumentKey)
  | ({
      readonly action: 'add';
      readonly source: string;
      readonly needsAcceptance: boolean | undefined;
    } & DocumentKey);

const game = { game: 'game' } as const;
const forms = {
  list: { words: [], does: 'lists all documents with their newest version' },
  show: {
    words: ['tos or pp'],
    options: { ...game, version: 'number' },
    does: 'shows the newest or another version',
  },
  add: {
    words: ['tos or pp', 'file, folder or https address'],
    options: { ...game, 'need-acceptance': true, 'no-acceptance': true },
    does: "adds a version: a Markdown file, a folder with en.md, de.md and so on, or an address. Whether players must accept it stays as it was; at first they don't have to",
  },
  deactivate: { words: ['tos or pp'], options: game, does: 'hides it until it is added again' },
} as const satisfies SubcommandDefinitions;

export function readDocumentsArguments(given: readonly string[]): DocumentsArguments {
  const asked = readCommand('documents', forms, given);
  const refuse = (what: string): Error => buildUsageError(what, describeUsage('documents', forms));
  if (asked.action === 'list') return { action: asked.action };
  const [name] = asked.words;
  const type = (['TOS', 'PP'] as const).find((each) => each.toLowerCase() === name.toLowerCase());
  if (!type) throw refuse(`There is no document "${name}". Choose tos or pp.`);
  const place = { type, game: asked.options.game };
  switch (asked.action) {
    case 'deactivate':
      return { action: asked.action, ...place };
    case 'show': {
      const { version } = asked.options;
      if (version !== undefined && !/^[1-9]\d{0,8}$/.test(version)) throw refuse(`${version} isn't a version number.`);
      return { action: asked.action, ...place, version: version === undefined ? undefined : Number(version) };
    }
    case 'add': {
      const needs = asked.options['need-acceptance'];
      const needsNot = asked.options['no-acceptance'];
      if (needs && needsNot) throw refuse('Use either --need-acceptance or --no-acceptance.');
      return { action: asked.action, ...place, source: asked.words[1], needsAcceptance: needs ?? (needsNot && false) };
    }
  }
}

type Parts = Pick<DatabaseCommandDeps, 'database' | 'report'> & {
  readonly from: string;
};

export async function runDocumentsCommand(asked: DocumentsArguments, parts: Parts): Promise<void> {
  switch (asked.action) {
    case 'list':
      return list(parts);
    case 'show':
      return show(asked, asked.version, parts);
    case 'add': {
      const source = await readDocumentSource(asked.source, parts.from);
      const { number, isNew, needsAcceptance } = await addDocumentVersion(
        parts.database,
        asked,
        source,
        asked.needsAcceptance,
      );
      const version = isNew ? `version ${number} added` : `already version ${number}`;
      return parts.report(`${nameOf(asked)}: ${version}; ${acceptanceText(needsAcceptance)}.`);
    }
    case 'deactivate':
      return deactivate(asked, parts);
  }
}

async function list({ database, report }: Parts): Promise<void> {
  const rows = await database.kysely
    .selectFrom('documents')
    .leftJoin('document_versions', 'document_versions.document_id', 'documents.document_id')
    .select(({ fn }) => [
      'documents.type',
      'documents.game',
      'documents.is_active',
      'documents.need_user_acceptance',
      fn.max('document_versions.number').as('number'),
      fn.max('document_versions.created_at').as('since'),
    ])
    .groupBy('documents.document_id')
    .orderBy('documents.game', (order) => order.asc().nullsFirst())
    .orderBy('documents.type', 'desc')
    .orderBy('documents.created_at')
    .execute();
  for (const { type, game, is_active, need_user_acceptance, number, since } of rows)
    report(
      [
        type,
        game ?? 'the portal',
        since === null ? 'no version' : `version ${number} of ${since.toISOString()}`,
        is_active ? acceptanceText(need_user_acceptance) : 'not active',
      ].join('  '),
    );
  if (rows.length === 0) report('No documents.');
}

async function show(place: DocumentKey, wanted: number | undefined, { database, report }: Parts): Promise<void> {
  if (place.game !== undefined) await requireGame(database.kysely, place.game);
  const document = await findDocument(database.kysely, place);
  if (!document) throw new Error(`${nameOf(place)}: none.`);
  let versions = database.kysely
    .selectFrom('document_versions')
    .select(['url', 'content'])
    .where('document_id', '=', document.document_id);
  if (wanted !== undefined) versions = versions.where('number', '=', wanted);
  const version = await versions.orderBy('number', 'desc').executeTakeFirst();
  if (!version) throw new Error(`${nameOf(place)}: there is no version${wanted === undefined ? '' : ` ${wanted}`}.`);
  report((version.content?.Value ?? version.url ?? '').trimEnd());
}

async function deactivate(place: DocumentKey, { database, report }: Parts): Promise<void> {
  const { type, game } = place;
  if (game !== undefined) await requireGame(database.kysely, game);
  const { numUpdatedRows } = await database.kysely
    .updateTable('documents')
    .set({ is_active: false })
    .where('type', '=', type)
    .where('game', 'is not distinct from', game ?? null)
    .where('is_active', 'is', true)
    .executeTakeFirstOrThrow();
  report(`${nameOf(place)}: ${numUpdatedRows === 0n ? 'none was active' : 'no longer active'}.`);
}

const nameOf = ({ type, game }: DocumentKey): string => `${documentTitles[type]} of ${game ?? 'the portal'}`;

const acceptanceText = (needs: boolean): string =>
  needs ? 'players must accept it' : "players don't have to accept it";
