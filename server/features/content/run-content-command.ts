// Runs `npm run content`: pulls the portal's content into a folder and pushes it back.
import { resolve } from 'node:path';
import { openBuildStore } from '#server/build-store/open-build-store.ts';
import type { Database } from '#server/db/database.ts';
import { readCommand, type ParsedCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { openPictureFiles } from '#server/features/pictures/open-picture-files.ts';
import type { MissingSetupItem } from '#server/checking/list-missing-setup.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { applyContent } from './apply-content.ts';
import { readContentFolder, writeContentFolder, writeContentManifest, type ContentFolder } from './content-folder.ts';
import type { ContentFault, ContentFiles } from './content-files.ts';
import type { ContentTools } from './content-type.ts';
import { makeContentPictures } from './make-content-pictures.ts';
import { InvalidContentError, planContent, type ContentPlan } from './plan-content.ts';
import { readContent, type CurrentContent } from './read-content.ts';
import { readContentChanges } from './read-content-changes.ts';
import { changeScores, listScores } from './run-scores-command.ts';

const forms = {
  pull: {
    words: ['folder'],
    options: { yes: true },
    does: "writes the portal's content into the folder; asks before overwriting changes",
  },
  diff: { words: ['folder'], does: 'shows what a push would change' },
  push: {
    words: ['folder'],
    options: { yes: true },
    does: 'shows the same; with --yes applies it in one step',
  },
  scores: {
    words: ['game', 'leaderboard'],
    does: "lists a leaderboard's best entries of its first period with their accounts, and the hidden ones",
  },
  'hide-scores': {
    words: ['game', 'leaderboard', 'account'],
    does: "hides a player's entries on a leaderboard, also later ones",
  },
  'show-scores': { words: ['game', 'leaderboard', 'account'], does: 'shows them again' },
  'remove-scores': {
    words: ['game', 'leaderboard', 'account'],
    options: { yes: true },
    does: "with --yes deletes a player's entries on a leaderboard; the player can submit again",
  },
  log: { words: [], does: 'shows who changed the content and when, latest first' },
  check: { words: [], does: 'shows what the portal still needs, and how to add it' },
} as const satisfies SubcommandDefinitions;

export const readContentArguments = (given: readonly string[]): ParsedCommand<typeof forms> =>
  readCommand('content', forms, given);

const scoreChanges = { 'hide-scores': 'Hide', 'show-scores': 'Show', 'remove-scores': 'Remove' } as const;

type ContentCommandParts = Pick<DatabaseCommandDeps, 'config' | 'database' | 'sealer' | 'log' | 'report' | 'now'> & {
  /** The folder that relative paths start from. */
  readonly from: string;
  readonly operator: string;
  readonly listMissingSetup: () => Promise<readonly MissingSetupItem[]>;
};

export async function runContentCommand(
  asked: ParsedCommand<typeof forms>,
  parts: ContentCommandParts,
): Promise<boolean> {
  if (asked.action === 'log') return log(parts);
  if (asked.action === 'check') return check(parts);
  if (asked.action === 'scores') {
    await listScores(parts, ...asked.words);
    return true;
  }
  if (asked.action === 'hide-scores' || asked.action === 'show-scores' || asked.action === 'remove-scores') {
    const [game, leaderboard, account] = asked.words;
    if (asked.action === 'remove-scores' && asked.options.yes !== true)
      throw new Error('Nothing was deleted. To delete the entries, add --yes.');
    await changeScores(parts, scoreChanges[asked.action], { game, leaderboard, account });
    return true;
  }
  const [name] = asked.words;
  const folder = resolve(parts.from, name);
  try {
    if (asked.action === 'pull') await pull(folder, name, asked.options.yes === true, parts);
    else
      await push(folder, name, asked.action === 'push', asked.action === 'push' && asked.options.yes === true, parts);
    return true;
  } catch (error) {
    throw error instanceof InvalidContentError ? tellFaults(error.message, error.faults) : error;
  }
}

async function pull(folder: string, name: string, isSure: boolean, parts: ContentCommandParts): Promise<void> {
  const { database, report } = parts;
  const { files, version } = await readContent(database, toolsOf(parts));
  const there = await readContentFolder(folder);
  const changed = there ? listChangedFiles(there.files, files) : [];
  if (changed.length > 0 && !isSure) {
    for (const line of changed) report(line);
    throw new Error(
      `Nothing was written: ${name} has changes that the portal doesn't have. To overwrite them: npm run content -- pull ${name} --yes`,
    );
  }
  const pictures = await readPictures(database);
  await writeContentFolder(folder, { files, manifest: { Format: 1, Version: version }, pictures });
  report(`${name} contains the portal's content: ${files.size} files.`);
}

async function push(
  folder: string,
  name: string,
  isPush: boolean,
  isSure: boolean,
  parts: ContentCommandParts,
): Promise<void> {
  const { database, report } = parts;
  const given = await readContentFolder(folder);
  if (!given) throw new Error(`${name} is empty. Start with: npm run content -- pull ${name}`);
  const current = await readContent(database, toolsOf(parts));
  const plan = planContent(given.files, current, { ...toolsOf(parts), pictures: given.pictures });
  tell(plan, report);
  const isStale = given.manifest.Version !== undefined && given.manifest.Version !== current.version;
  if (isStale && plan.differences.length > 0) await tellStale(name, isPush, parts);
  if (plan.differences.length === 0) {
    report('No changes.');
    if (isPush) await keepVersion(folder, given, current.version);
    return;
  }
  if (!isPush) return;
  if (!isSure) throw new Error(`Nothing was changed. To apply it: npm run content -- push ${name} --yes`);
  await apply(folder, given, current, parts);
}

async function apply(
  folder: string,
  given: ContentFolder,
  current: CurrentContent,
  parts: ContentCommandParts,
): Promise<void> {
  const { database, operator, report, listMissingSetup } = parts;
  const { pictures } = given;
  const madePictures = await makeContentPictures(
    { database, pictureFiles: openPictureFiles(parts.config.dataDir, openBuildStore(parts.config, parts)) },
    given,
  );
  const applied = await applyContent({ database, ...toolsOf(parts), pictures, madePictures }, given.files, {
    operator,
    keyId: undefined,
    seen: current.version,
    record: recordCommand('content push', operator),
  });
  await keepVersion(folder, given, applied.version);
  report(`Applied: ${applied.differences.length} files. Nodes use them within seconds.`);
  for (const { what, remedy } of await listMissingSetup())
    report(`Before you open the portal: ${what}.\n    ${remedy}`);
}

async function readPictures({ kysely }: Database): Promise<Map<string, Buffer>> {
  const rows = await kysely.selectFrom('content_pictures').select(['hash', 'bytes']).execute();
  return new Map(rows.map(({ hash, bytes }) => [hash, bytes]));
}

const toolsOf = ({ config, sealer }: ContentCommandParts): ContentTools => ({
  config,
  sealer,
  mayChangeSettings: true,
});

/** Stores the new version in the manifest, for the next conflict check. */
async function keepVersion(folder: string, { manifest }: ContentFolder, version: string): Promise<void> {
  if (manifest.Version !== undefined && manifest.Version !== version)
    await writeContentManifest(folder, { ...manifest, Version: version });
}

async function tellStale(name: string, isPush: boolean, { database, report }: ContentCommandParts): Promise<void> {
  const [last] = await readContentChanges(database.kysely, 1);
  const who = last ? ` (the last push was that of ${last.operator}, ${last.appliedAt.toISOString()})` : '';
  const what = `The content of the portal was changed since ${name} was pulled${who}.`;
  if (!isPush) return report(what);
  throw new Error(
    `${what} Nothing was changed. Pull it into another folder and bring both together; to push this one as it is, remove Version from its content.json.`,
  );
}

function tell(
  { differences, notes }: Pick<ContentPlan, 'differences' | 'notes'>,
  report: (line: string) => void,
): void {
  for (const { path, change, lines } of differences) {
    report(`${change.padEnd(8)} ${path}`);
    for (const line of lines) report(`         ${line}`);
  }
  for (const note of notes) report(`Note     ${note}`);
}

function listChangedFiles(there: ContentFiles, wanted: ContentFiles): string[] {
  const changed = [...there].flatMap(([path, text]) => {
    if (!wanted.has(path)) return [`would go       ${path}`];
    return wanted.get(path) === text ? [] : [`would change   ${path}`];
  });
  return changed;
}

function tellFaults(message: string, faults: readonly ContentFault[]): Error {
  const shown = faults.slice(0, maxShown).map(({ path, text }) => `  - ${path}: ${text}`);
  const more = faults.length > maxShown ? [`  and ${faults.length - maxShown} more`] : [];
  return new Error([message, ...shown, ...more].join('\n'));
}

const maxShown = 30;

async function log({ database, report }: ContentCommandParts): Promise<boolean> {
  const changes = await readContentChanges(database.kysely, 50);
  for (const { appliedAt, operator, summary } of changes) {
    report(`${appliedAt.toISOString()}  ${operator}`);
    for (const line of summary) report(`    ${line}`);
  }
  if (changes.length === 0) report('No content has been pushed yet.');
  return true;
}

async function check({ listMissingSetup, report }: ContentCommandParts): Promise<boolean> {
  const missing = await listMissingSetup();
  for (const { what, remedy } of missing) report(`${what}\n    ${remedy}`);
  if (missing.length === 0) report('Nothing is missing.');
  return missing.length === 0;
}
