import type { Database } from '#server/db/database.ts';
import { eraseAccount } from '#server/features/account-deletion/erase-account.ts';
import type { PlayerChange } from './change-player.ts';

/** Erases an account without the waiting period. False: it was already erased, or merged into another. */
export const erasePlayer = (database: Database, { accountId, reason, record }: PlayerChange): Promise<boolean> =>
  eraseAccount(database, accountId, {
    beforeItsTime: true,
    finish: (trx) => record(trx, { object: { kind: 'player', id: accountId }, after: { Erased: true }, reason }),
  });
