// What a vendor says about a person besides who it is: data for the profile, which finds, joins and makes no account.
import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Proof } from '#model/proof.ts';
import type { Tables } from '#server/db/tables.ts';
import type { SignInOptions } from './begin-session.ts';

/** The account of the session, locked. */
export interface OwnAccount {
  readonly account_id: string;
  readonly guest: boolean;
  readonly email: string | null;
  readonly email_validated: boolean;
}

/** What the vendor calls the person, or a name that tells nothing. */
export function chooseName({ name }: Proof): string {
  const given = name?.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
  return given ? given : `Player ${randomInt(1000, 10_000)}`;
}

/** What the vendor says about the person, as far as the account does not know better. */
export async function takeProfile(
  trx: Transaction<Tables>,
  account: OwnAccount,
  { email }: Proof,
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
