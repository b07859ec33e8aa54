// Runs `npm run settings`. Errors name the path, never a value.
import { PortalConfig } from '#contract/config.ts';
import { describeVendorStatus } from '#model/vendor-evidence.ts';
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { readCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { requireGame } from '#server/db/require-game.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { removeWordList, saveWordList, WordList } from '#server/features/profanity-filter/save-word-list.ts';
import { listPriceStepFaults } from '#server/features/store/price-steps.ts';
import { readAllProducts } from '#server/features/store/read-products.ts';
import { requireAdapter, addTrustSetting } from './adapter-manifests.ts';
import { createAdapterSettings, defaultProofScope, type AdapterSettings, type ProofScope } from './adapter-settings.ts';
import { changeAdapterSettings, removeAdapterSettings } from './change-adapter-settings.ts';
import { parseSettingsJson } from './parse-json.ts';
import { savePortalSettings } from './portal-settings.ts';
import { omitSecrets } from './show-settings.ts';

interface SettingsArguments {
  readonly action: 'list' | 'show' | 'set' | 'remove';
  /** `portal`, `words`, or an adapter as family and folder. */
  readonly what: string;
  readonly game: string | undefined;
}

const game = { game: 'game' } as const;
const forms = {
  list: { words: [], does: 'lists what is set up, and for whom' },
  show: {
    words: ['family/adapter'],
    options: game,
    does: "shows an adapter's settings for the portal and each game, without secrets",
  },
  portal: { words: [], does: "sets the portal's configuration from standard input" },
  words: {
    words: [],
    options: { ...game, remove: true },
    does: "sets or removes the profanity filter's word list",
  },
  '*': {
    words: ['family/adapter'],
    options: { ...game, remove: true },
    does: "sets or removes an adapter's settings; name it as family/folder",
  },
} as const satisfies SubcommandDefinitions;

export function readSettingsArguments(given: readonly string[]): SettingsArguments {
  const asked = readCommand('settings', forms, given);
  switch (asked.action) {
    case 'list':
      return { action: 'list', what: 'list', game: undefined };
    case 'show':
      return { action: 'show', what: asked.words[0], game: asked.options.game };
    case 'portal':
      return { action: 'set', what: 'portal', game: undefined };
    case 'words':
    case '*': {
      const [what = 'words'] = asked.words;
      return { action: asked.options.remove ? 'remove' : 'set', what, game: asked.options.game };
    }
  }
}

export async function runSettingsCommand(
  asked: SettingsArguments,
  json: string,
  { database, sealer, log, report }: Pick<DatabaseCommandDeps, 'database' | 'sealer' | 'log' | 'report'>,
): Promise<void> {
  const settings = createAdapterSettings({ database, sealer, log });
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
  if (asked.action === 'show') return show(asked, settings, { database, report });
  const record = recordCommand(`settings ${asked.action}`, nameCommandOperator());
  if (asked.what === 'portal') {
    await savePortalSettings(database, parseSettingsJson(PortalConfig, json), { record });
    report("The portal's configuration is saved. Nodes use it within seconds.");
    return;
  }
  if (asked.game !== undefined && asked.action === 'set') await requireGame(database.kysely, asked.game);
  const where = asked.game === undefined ? 'the portal' : `the game ${asked.game}`;
  if (asked.what === 'words') return changeWords(asked, json, { database, report });
  const known = requireAdapter(asked.what);
  const { family, adapter, schema, manifest } = known;
  const deps = { database, sealer, settings };
  if (asked.action === 'remove') {
    const removed = await removeAdapterSettings(deps, known, { game: asked.game, record });
    report(
      removed
        ? `The settings of ${asked.what} for ${where} are removed.`
        : `${asked.what} had no settings for ${where}.`,
    );
    return;
  }
  const { Trust: given, ...values } = parseSettingsJson(addTrustSetting(family, schema), json) as {
    Trust?: ProofScope;
  };
  const trust = given ?? defaultProofScope(asked.game);
  await changeAdapterSettings(deps, known, () => ({ values, trust }), { game: asked.game, record });
  const counts = trustText(family, trust, asked.game ?? null);
  report(`The settings of ${asked.what} for ${where} are saved${counts}. Nodes use them within seconds.`);
  for (const sentence of describeVendorStatus(manifest)) report(sentence);
  if (family === 'platforms') await reportRefusedPrices(adapter, asked.game, { database, report });
}

/** Prices that were saved before the platform had settings. */
async function reportRefusedPrices(
  adapter: string,
  game: string | undefined,
  { database, report }: Pick<DatabaseCommandDeps, 'database' | 'report'>,
): Promise<void> {
  const lines = [...(await readAllProducts(database.kysely))].flatMap(([name, entries]) =>
    game === undefined || game === name
      ? listPriceStepFaults(entries, new Set([adapter])).map((fault) => `  - ${name} ${fault}`)
      : [],
  );
  if (lines.length > 0) report(['Change these prices; they can not be paid there:', ...lines].join('\n'));
}

async function show(
  { what, game }: SettingsArguments,
  settings: AdapterSettings,
  { database, report }: Pick<DatabaseCommandDeps, 'database' | 'report'>,
): Promise<void> {
  const { family, adapter, schema, manifest } = requireAdapter(what);
  const rows = await database.kysely
    .selectFrom('adapter_settings')
    .select('game')
    .where('family', '=', family)
    .where('adapter', '=', adapter)
    .orderBy('game', (order) => order.asc().nullsFirst())
    .execute();
  for (const sentence of describeVendorStatus(manifest)) report(sentence);
  const wanted = rows.filter((row) => game === undefined || row.game === game);
  for (const row of wanted) {
    const values = await settings.read(family, adapter, schema, row.game ?? undefined);
    report(`${what} for ${row.game ?? 'the portal'}:`);
    report(
      values === undefined
        ? "They don't match this version. Set them again."
        : JSON.stringify(omitSecrets(manifest, values), null, 2),
    );
  }
  if (wanted.length === 0) report(`${what} is not set up${game === undefined ? '' : ` for ${game}`}.`);
}

async function changeWords(
  { action, game }: SettingsArguments,
  json: string,
  { database, report }: Pick<DatabaseCommandDeps, 'database' | 'report'>,
): Promise<void> {
  const where = game === undefined ? 'the portal' : `the game ${game}`;
  if (action === 'remove') {
    const removed = await removeWordList(database, game);
    return report(removed ? `The word list of ${where} is removed.` : `${where} had no word list.`);
  }
  const words = parseSettingsJson(WordList, json);
  await saveWordList(database, words, game);
  return report(`${words.length} words of ${where} are saved. Nodes use them within seconds.`);
}

function trustText(family: string, trust: ProofScope, game: string | null): string {
  if (family === 'payments') return '';
  if (trust === 'portal') return '  (what it proves signs in to whole accounts)';
  return `  (what it proves counts for ${game ?? 'the game that is played'} alone)`;
}
