import { readCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { countSealedValues, describeSealedColumn, resealStoredValues, type SealedCount } from './reseal.ts';
import type { Sealer } from './sealer.ts';
import { deleteSealingKeyRecords } from './sealing-keys.ts';

type ResealAction = 'reseal' | 'status' | 'give-up';

const forms = {
  '*': { words: [], does: 'seals everything anew with the first key of SECRETS, also while the server runs' },
  status: { words: [], does: 'counts what is sealed, by the key that opens it' },
  'give-up': { words: [], does: 'lets nodes be ready without the keys that nobody has any more' },
} as const satisfies SubcommandDefinitions;

export function readResealArguments(given: readonly string[]): ResealAction {
  const { action } = readCommand('reseal', forms, given);
  return action === '*' ? 'reseal' : action;
}

export async function runResealCommand(
  action: ResealAction,
  parts: Pick<DatabaseCommandDeps, 'database' | 'sealer' | 'report'>,
): Promise<void> {
  const { database, sealer, report } = parts;
  if (action === 'status') return showCounts(await countSealedValues(parts), sealer, report);
  if (action === 'give-up') {
    const forgotten = await deleteSealingKeyRecords(database, sealer, { unknown: true });
    if (forgotten.length === 0) return report('This server has all keys that are in use. There is nothing to give up.');
    return report(`Given up: ${forgotten.join(', ')}. What was encrypted with it is lost; set it up again.`);
  }
  const { resealed, left, unopened, dropped } = await resealStoredValues(parts);
  report(`${resealed} values were encrypted again with the key ${sealer.keyIds[0]}.`);
  for (const { purpose, values } of unopened)
    report(`${describeSealedColumn(purpose)}: ${values} can't be decrypted with any key of this server`);
  if (left > 0)
    throw new Error(`${left} values were in use at every pass and are sealed as before. Run npm run reseal again.`);
  const [, ...others] = sealer.keyIds;
  if (others.length > 0)
    report(
      `No longer needed: ${others.join(', ')}. Take ${others.length > 1 ? 'them' : 'it'} out of the settings of every node.`,
    );
  const gone = dropped.filter((keyId) => !others.includes(keyId));
  if (gone.length > 0) report(`No longer asked for: ${gone.join(', ')}.`);
  if (unopened.length > 0)
    throw new Error('Not everything could be opened: list the missing key in SECRETS and run it again, or give it up.');
}

function showCounts(counts: readonly SealedCount[], sealer: Sealer, report: (line: string) => void): void {
  const [first, ...others] = sealer.keyIds;
  const show = (title: string, keyId: string | undefined): number => {
    const own = counts.filter((count) => count.keyId === keyId);
    const total = own.reduce((sum, { values }) => sum + values, 0);
    report(`${title}: ${total}`);
    for (const { purpose, values } of own) report(`  ${describeSealedColumn(purpose)} ${values}`);
    return total;
  };
  show(`${first} (seals)`, first);
  const unused = others.filter((keyId) => show(keyId, keyId) === 0);
  const unopened = counts.some(({ keyId }) => keyId === undefined) ? show('no key of this server', undefined) : 0;
  if (unused.length > 0) report(`No value is sealed with ${unused.join(', ')}.`);
  if (unused.length < others.length) report('Encrypt the rest again with: npm run reseal');
  if (unopened > 0) report('What no key opens needs the key that it was sealed with, or has to be set up anew.');
}
