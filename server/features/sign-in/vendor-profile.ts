// Profile data from a vendor besides the identity. It never finds, merges or creates an account.
import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { VerifiedProof } from '#model/proof.ts';
import type { Tables } from '#server/db/tables.ts';
import type { SignInOptions } from './start-session.ts';

export interface SessionAccount {
  readonly account_id: string;
  readonly guest: boolean;
  readonly email: string | null;
  readonly email_validated: boolean;
}

export function choosePlayerName({ name }: VerifiedProof): string {
  const given = name?.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
  return given ? given : `Player ${randomInt(1000, 10_000)}`;
}

/** Fills only fields that the account lacks. */
export async function copyVendorProfile(
  trx: Transaction<Tables>,
  account: SessionAccount,
  { email }: VerifiedProof,
  { scope, marketingEnabled }: SignInOptions,
): Promise<void> {
  const isVerified = scope === undefined && email?.verified === true;
  const takesEmail = email !== undefined && (account.email === null || (isVerified && !account.email_validated));
  if (!takesEmail && !marketingEnabled) return;
  await trx
    .updateTable('accounts')
    .set({
      ...(takesEmail && { email: email.address, email_validated: isVerified }),
      ...(marketingEnabled && { marketing_enabled: true }),
    })
    .where('account_id', '=', account.account_id)
    .execute();
}
