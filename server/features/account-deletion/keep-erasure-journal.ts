// Each node keeps a journal of erasures next to its backups. The database table stays authoritative, so a full disk
// delays no erasure.
import type { Database } from '#server/db/database.ts';
import { appendToJournal, addMissingErasuresToJournal, type Erasure } from '#server/db/erasure-journal.ts';
import type { Log } from '#server/db/log.ts';
import type { NodeSignals } from '#server/db/node-signals.ts';
import { accountErasedSignalTopic } from './erase-account.ts';

export interface ErasureJournalDeps {
  readonly database: Database;
  readonly signals: Pick<NodeSignals, 'on'>;
  readonly folder: string;
  readonly log: Log;
  readonly now: () => Date;
}

export function startErasureJournal(deps: ErasureJournalDeps): { stop: () => Promise<void> } {
  const { folder, log, signals, now } = deps;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const next = (write: () => Promise<void>): void => {
    if (isStopped) return;
    running = running
      .then(write)
      .catch((error: unknown) =>
        log.error({ err: error, folder }, 'Writing the erasure journal failed; retrying within an hour.'),
      );
  };
  const complete = (): void => next(() => completeFromDatabase(deps));
  signals.on(accountErasedSignalTopic, (accountHash) =>
    next(() => appendToJournal(folder, [{ accountHash, erasedAt: now() }])),
  );
  const timer = setInterval(complete, hourMs);
  timer.unref();
  complete();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

const hourMs = 60 * 60 * 1000;

async function completeFromDatabase({ database, folder, log }: ErasureJournalDeps): Promise<void> {
  const rows = await database.kysely.selectFrom('erasures').selectAll().execute();
  const erasures = rows.map(({ account_hash, erased_at }): Erasure => ({
    accountHash: account_hash.toString('hex'),
    erasedAt: erased_at,
  }));
  const unknown = await addMissingErasuresToJournal(folder, erasures);
  if (unknown.length > 0) {
    log.error(
      { folder, erasures: unknown.length },
      'The erasure journal next to the backups lists erasures that the database lacks. If the database was restored by other means, run npm run restore -- --by-other-means.',
    );
  }
}
