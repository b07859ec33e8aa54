// Every change that an operator makes to an account is recorded in the transaction that makes it.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface PlayerAct {
  readonly accountId: string;
  readonly act:
    | 'block'
    | 'unblock'
    | 'sign-out'
    | 'restore'
    | 'features'
    | 'hide-scores'
    | 'show-scores'
    | 'remove-scores';
  readonly detail?: string;
  readonly operator: string;
}

export async function recordPlayerAct(trx: Kysely<Tables>, act: PlayerAct): Promise<void> {
  await trx
    .insertInto('player_acts')
    .values({ account_id: act.accountId, act: act.act, detail: act.detail ?? '', operator: act.operator })
    .execute();
}
