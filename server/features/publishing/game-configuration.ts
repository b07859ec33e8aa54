// A game's configuration in the console: the game document without builds, with a version that changes with its
// content. Operators of a studio change only what describes their game; the rest is for operators of the portal.
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Type, type TObject, type TSchema } from 'typebox';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { listChangedFields } from '#server/features/audit-log/changed-fields.ts';
import { buildConflict } from '#server/features/audit-log/build-conflict.ts';
import { gameObject } from './build-object.ts';
import { validateGameDocument } from './check-game-document.ts';
import { GameDocument } from './game-document.ts';
import { readGameDocuments } from './read-game-document.ts';
import { withGameLock } from './with-game-lock.ts';
import { writeGameExceptBuilds, type WriteGameResult } from './write-game-document.ts';

export type GameConfiguration = Omit<GameDocument, 'Builds'>;

export interface StoredConfiguration {
  readonly document: GameConfiguration;
  readonly version: string;
}

export async function readConfiguration(db: Kysely<Tables>, game: string): Promise<StoredConfiguration> {
  const [document] = await readGameDocuments(db, game);
  if (!document) throw buildUnknownGameProblem(game);
  const version = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 32);
  return { document, version };
}

export interface SaveConfigurationOptions {
  /** The version that the operator began with. */
  readonly seen: string;
  readonly portalOrigin: string;
  /** The operator belongs to a studio. */
  readonly isOfStudio: boolean;
  readonly reason: string | undefined;
  readonly record: RecordChange;
}

export interface SavedConfiguration extends WriteGameResult {
  readonly version: string;
  /** Paths of the changed fields. */
  readonly changed: readonly string[];
}

export async function saveConfiguration(
  database: Database,
  game: string,
  given: unknown,
  { seen, portalOrigin, isOfStudio, reason, record }: SaveConfigurationOptions,
): Promise<SavedConfiguration> {
  const checked = validateGameDocument(game, withoutBuilds(given), portalOrigin);
  if ('faults' in checked) throw toProblem(checked.faults);
  return withGameLock(database, game, () =>
    database.transaction(async (trx) => {
      const current = await readConfiguration(trx, game);
      if (current.version !== seen) throw await buildConflict(trx, gameObject(game));
      if (isOfStudio) refuseForeignFields(current.document, checked.value);
      const written = await writeGameExceptBuilds(trx, checked.value);
      const after = await readConfiguration(trx, game);
      const { before: had, after: has } = listChangedFields(current.document, after.document);
      const changed = [...new Set([...Object.keys(had), ...Object.keys(has)])];
      if (changed.length > 0) await record(trx, { object: gameObject(game), before: had, after: has, reason });
      return { ...written, version: after.version, changed };
    }),
  );
}

/** The JSON Schema of what the operator may change. */
export function buildConfigurationSchema({ isOfStudio }: { readonly isOfStudio: boolean }): TObject {
  const { Builds: _, Game: __, ...fields } = GameDocument.properties;
  const { Config, ...own } = fields;
  const { GameSystemName: ___, ...ofConfig } = Config.properties;
  if (!isOfStudio) return Type.Object({ ...own, Config: Type.Object(ofConfig) });
  return Type.Object({
    ...pickFields(own, studioFields),
    Config: Type.Object(pickFields(Config.properties, studioConfigFields)),
  });
}

/** Everything that describes the game. Not: where it is loaded from, what it may load, money, and other games. */
const studioFields = ['SendsEvents', 'EventRules', 'Quests', 'Achievements'] as const;
const studioConfigFields = [
  'GameOrientation',
  'Presentation',
  'SupportedLanguages',
  'CompanyName',
  'LegalContacts',
  'ProductLocalization',
  'Maintenance',
  'Leaderboards',
  'Servers',
  'LaunchFlags',
  'StorePage',
  'AdPlacements',
  'Analytics',
  'Links',
] as const;

const pickFields = (fields: Readonly<Record<string, TSchema>>, names: readonly string[]): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

function refuseForeignFields(before: GameConfiguration, after: GameConfiguration): void {
  const { before: had, after: has } = listChangedFields(withoutStudioFields(before), withoutStudioFields(after));
  const [first] = [...Object.keys(had), ...Object.keys(has)];
  if (first !== undefined)
    throw new Problem('Forbidden', `/${first} can be changed only by operators of the portal. Ask them.`);
  const foreign = after.Quests.findIndex(({ Reward }) => (Reward?.Game ?? after.Game) !== after.Game);
  if (foreign >= 0 && before.Quests[foreign]?.Reward?.Game !== after.Quests[foreign]?.Reward?.Game)
    throw new Problem(
      'Forbidden',
      `/Quests/${foreign}/Reward/Game: a reward in another game needs the portal's operators.`,
    );
}

/** As stored: absent and empty are the same. */
function withoutStudioFields({ Config, ...document }: GameConfiguration): object {
  const without = (fields: object, names: readonly string[]) =>
    Object.fromEntries(Object.entries(fields).filter(([name, value]) => !names.includes(name) && !isEmpty(value)));
  return { ...without(document, [...studioFields, 'Builds']), Config: without(Config, studioConfigFields) };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === false ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const withoutBuilds = (given: unknown): unknown =>
  typeof given === 'object' && given !== null ? { ...given, Builds: [] } : given;

/** The name of each field is its path in the document, as forms use it. */
function toProblem(faults: readonly string[]): Problem {
  const fields = faults.slice(0, 100).map((fault) => {
    const [, path = '/', said = fault] = /^(\/\S*):? (.*)$/s.exec(fault) ?? [];
    return [path.slice(0, 300), said.slice(0, 500)] as const;
  });
  return new Problem('InvalidRequest', `The configuration is invalid; nothing was changed. ${faults[0] ?? ''}`, {
    fields: Object.fromEntries(fields),
  });
}
