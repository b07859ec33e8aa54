// What `npm run backup` and `npm run restore` were asked to do.
import { buildUsageError, readCommand, describeUsage, type Forms } from './read-command.ts';

export interface RestoreArguments {
  /** Undefined: the database was restored by other means. */
  readonly file: string | undefined;
  readonly evenIfInUse: boolean;
}

const backupForms = {
  '*': { words: ['file?'], does: 'all rows into the file; without one into BACKUP_DIR, named after the time' },
} as const satisfies Forms;

const restoreForms = {
  '*': {
    words: ['file?'],
    options: { 'even-if-in-use': true, 'by-other-means': true },
    does: 'replaces everything by what is in the file; with --by-other-means, and no file: ends sessions and applies erasures after you have restored with tools of your own',
  },
} as const satisfies Forms;

export function readBackupArguments(given: readonly string[]): { readonly file: string | undefined } {
  const [file] = readCommand('backup', backupForms, given).words;
  return { file };
}

export function readRestoreArguments(given: readonly string[]): RestoreArguments {
  const { words, options } = readCommand('restore', restoreForms, given);
  const [file] = words;
  if ((file === undefined) !== (options['by-other-means'] === true))
    throw buildUsageError('Name one backup, or say --by-other-means.', describeUsage('restore', restoreForms));
  return { file, evenIfInUse: options['even-if-in-use'] === true };
}
