// What the command `npm run settings` does: shows which adapters are set up, and changes their settings, those of the portal
// and the lists of words. What is wrong is named with its place; nothing of a value is ever shown.
import { Type, type TObject } from 'typebox';
import { PortalConfig } from '#contract/config.ts';
import * as identities from '#identities/registry.ts';
import { oneOf } from '#model/schema.ts';
import * as payments from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';
import type { CommandParts } from '#server/db/run-database-command.ts';
import { removeWords, saveWords, WordList } from '#server/features/words/save-words.ts';
import { createAdapterSettings, defaultTrust, type AdapterFamily, type Trust } from './adapter-settings.ts';
import { readJson } from './read-json.ts';

export interface SettingsArguments {
  readonly action: 'list' | 'set' | 'remove';
  /** `portal`, `words`, or the family and the folder of an adapter. */
  readonly what: string;
  readonly game: string | undefined;
}

const usage =
  'Usage: npm run settings -- list | portal < file.json | words [--game <game>] < file.json | words [--game <game>] --remove | <family>/<adapter> [--game <game>] < file.json | <family>/<adapter> [--game <game>] --remove';

export function readArguments(given: readonly string[]): SettingsArguments {
  const flagAt = given.indexOf('--game');
  const game = flagAt < 0 ? undefined : given[flagAt + 1];
  const rest = given.filter((_, at) => flagAt < 0 || (at !== flagAt && at !== flagAt + 1));
  const words = rest.filter((word) => word !== '--remove');
  const [what] = words;
  if (what === undefined || words.length > 1 || (flagAt >= 0 && game === undefined)) throw new Error(usage);
  if (what === 'list') return { action: 'list', what, game: undefined };
  return { action: rest.includes('--remove') ? 'remove' : 'set', what, game };
}

export async function changeSettings(
  asked: SettingsArguments,
  json: string,
  { database, sealer, log, report }: Pick<CommandParts, 'database' | 'sealer' | 'log' | 'report'>,
): Promise<void> {
  const settings = createAdapterSettings({ database, sealer, log, now: () => new Date() });
  if (asked.action === 'list') {
    const rows = await database.kysely
      .selectFrom('adapter_settings')
      .select(['family', 'adapter', 'game', 'trust', 'updated_at'])
      .orderBy('family')
      .orderBy('adapter')
      .execute();
    const lists = await database.kysely.selectFrom('word_lists').selectAll().orderBy('game').execute();
    if (rows.length + lists.length === 0) report('Nothing is set up.');
    for (const { family, adapter, game, trust, updated_at } of rows)
      report(
        `${family}/${adapter}  ${game ?? 'the portal'}${trustText(family, trust, game)}  since ${updated_at.toISOString()}`,
      );
    for (const { game, words, updated_at } of lists)
      report(`words (${words.length})  ${game ?? 'the portal'}  since ${updated_at.toISOString()}`);
    return;
  }
  if (asked.what === 'portal') {
    if (asked.action === 'remove') throw new Error(usage);
    const config = JSON.stringify(readJson(PortalConfig, json));
    await database.kysely
      .insertInto('portal')
      .values({ config })
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ config, updated_at: new Date() }))
      .execute();
    report('The configuration of the portal is saved. Nodes use it within seconds.');
    return;
  }
  if (asked.game !== undefined && asked.action === 'set' && !(await hasGame(database, asked.game)))
    throw new Error(`There is no game ${asked.game}.`);
  const where = asked.game === undefined ? 'the portal' : `the game ${asked.game}`;
  if (asked.what === 'words') return changeWords(asked, json, { database, report });
  const { family, adapter, schema } = adapterOf(asked.what);
  if (asked.action === 'remove') {
    const removed = await settings.remove(family, adapter, asked.game);
    report(removed ? `The settings of ${asked.what} for ${where} are gone.` : `${asked.what} had none for ${where}.`);
    return;
  }
  const { Trust: trust, ...own } = readJson(withTrust(family, schema), json) as { Trust?: Trust };
  await settings.write(family, adapter, own, { game: asked.game, trust });
  const counts = trustText(family, trust ?? defaultTrust(asked.game), asked.game ?? null);
  report(`The settings of ${asked.what} for ${where} are saved${counts}. Nodes use them within seconds.`);
}

async function changeWords(
  { action, game }: SettingsArguments,
  json: string,
  { database, report }: Pick<CommandParts, 'database' | 'report'>,
): Promise<void> {
  const where = game === undefined ? 'the portal' : `the game ${game}`;
  if (action === 'remove') {
    const removed = await removeWords(database, game);
    return report(removed ? `The words of ${where} are gone.` : `There were no words of ${where}.`);
  }
  const words = readJson(WordList, json);
  await saveWords(database, words, game);
  return report(`${words.length} words of ${where} are saved. Nodes use them within seconds.`);
}

/** Adapters that prove who somebody is say whose keys they work with. */
function withTrust(family: AdapterFamily, schema: TObject): TObject {
  if (family === 'payments') return schema;
  return Type.Object(
    { ...schema.properties, Trust: Type.Optional(oneOf(['portal', 'game'])) },
    { additionalProperties: false },
  );
}

/** What counts, in the words of an operator. */
function trustText(family: string, trust: Trust, game: string | null): string {
  if (family === 'payments') return '';
  if (trust === 'portal') return '  (what it proves signs in to whole accounts)';
  return `  (what it proves counts for ${game ?? 'the game that is played'} alone)`;
}

// Not every family has settings yet; those that have declare them alike.
const families = { identities, platforms, payments } as Readonly<
  Record<AdapterFamily, Readonly<Record<string, { settings?: TObject }>>>
>;

function adapterOf(what: string): { family: AdapterFamily; adapter: string; schema: TObject } {
  const [family = '', adapter = ''] = what.split('/');
  const known = Object.hasOwn(families, family) ? families[family as AdapterFamily] : undefined;
  const schema = known && Object.hasOwn(known, adapter) ? known[adapter]?.settings : undefined;
  if (schema) return { family: family as AdapterFamily, adapter, schema };
  const all = Object.entries(families).flatMap(([each, adapters]) =>
    Object.entries(adapters).flatMap(([name, manifest]) => (manifest.settings ? [`${each}/${name}`] : [])),
  );
  throw new Error(`${what} has no settings. These have: ${all.toSorted().join(', ')}.`);
}

async function hasGame({ kysely }: CommandParts['database'], game: string): Promise<boolean> {
  return (await kysely.selectFrom('games').select('game').where('game', '=', game).executeTakeFirst()) !== undefined;
}
