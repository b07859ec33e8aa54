import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { eraseAccount } from '#server/features/account-deletion/erase-account.ts';
import type { PlayerChange } from './change-player.ts';

/** Erases an account without the waiting period. False: it was already erased, or merged into another. */
export const erasePlayer = (database: Database, { accountId, reason, record }: PlayerChange): Promise<boolean> =>
  eraseAccount(database, accountId, {
    beforeItsTime: true,
    finish: (trx) => record(trx, { object: { kind: 'player', id: accountId }, after: { Erased: true }, reason }),
  });

/** The reason of an erasure stays in the audit log, so it may not name the player. */
export function requireReasonWithoutName(
  reason: string | undefined,
  { name, email }: { readonly name: string; readonly email: string | null },
): void {
  if (reason === undefined) return;
  const named = toWords(name);
  const isNamed = named !== '' && ` ${toWords(reason)} `.includes(` ${named} `);
  if (!isNamed && (email === null || !reason.toLowerCase().includes(email.toLowerCase()))) return;
  const message = "can't contain the player's name or email, because it stays in the audit log";
  throw new Problem('InvalidRequest', `Reason ${message}`, { fields: { Reason: message } });
}

const toWords = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
