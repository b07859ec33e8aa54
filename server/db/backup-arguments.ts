import { buildUsageError, readCommand, describeUsage, type SubcommandDefinitions } from './read-command.ts';

type RestoreArguments =
  | { readonly what: 'all'; readonly file: string; readonly evenIfInUse: boolean; readonly withGames: boolean }
  /** The database was restored with other tools. */
  | { readonly what: 'nothing' }
  /** Only game files, from a manifest or a folder. Undefined: from BACKUP_DIR. */
  | { readonly what: 'games'; readonly from: string | undefined };

const backupForms = {
  '*': {
    words: ['file?'],
    options: { 'without-games': true },
    does: 'all rows into the file, and the files of games into the folder games beside it; without a name into BACKUP_DIR',
  },
} as const satisfies SubcommandDefinitions;

const restoreForms = {
  '*': {
    words: ['file?'],
    options: { 'even-if-in-use': true, 'without-games': true, games: true, 'by-other-means': true },
    does: 'replaces everything by what is in the file, and puts back files of games that are missing; with --games only those, from BACKUP_DIR or the folder or list that is named; with --by-other-means, and no file: ends sessions and applies erasures after you have restored with tools of your own',
  },
} as const satisfies SubcommandDefinitions;

export function readBackupArguments(given: readonly string[]): {
  readonly file: string | undefined;
  readonly withGames: boolean;
} {
  const { words, options } = readCommand('backup', backupForms, given);
  return { file: words[0], withGames: options['without-games'] !== true };
}

export function readRestoreArguments(given: readonly string[]): RestoreArguments {
  const { words, options } = readCommand('restore', restoreForms, given);
  const [file] = words;
  const refuse = (what: string): Error => buildUsageError(what, describeUsage('restore', restoreForms));
  if (options.games === true) {
    if (Object.keys(options).length > 1) throw refuse('--games goes with no other option.');
    return { what: 'games', from: file };
  }
  if ((file === undefined) !== (options['by-other-means'] === true))
    throw refuse('Name one backup, or say --by-other-means or --games.');
  if (file === undefined) return { what: 'nothing' };
  const evenIfInUse = options['even-if-in-use'] === true;
  return { what: 'all', file, evenIfInUse, withGames: options['without-games'] !== true };
}
