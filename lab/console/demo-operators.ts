// Demo operators of every role. They sign in with a click; for a step-up they all share one authenticator app.
import { stableId } from '#lab/demo/stable-id.ts';
import { operatorRoles, type OperatorRole } from '#model/operator.ts';
import type { Database } from '#server/db/database.ts';
import { storeAuthenticatorApp } from '#server/features/operators/authenticator-app.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

/** Known to everyone: it protects nothing but a lab. */
export const demoAuthenticatorSecret = 'FXIDLABFXIDLABFXIDLABFXIDLABFXID';

export const demoOperatorId = (role: OperatorRole): string => stableId(`operator ${role}`);

const names: Readonly<Record<OperatorRole, string>> = {
  owner: 'Olivia Owner',
  admin: 'Adam Admin',
  support: 'Sara Support',
  editor: 'Emil Editor',
  finance: 'Fatima Finance',
  analyst: 'Anton Analyst',
  studio: 'Stella Studio',
};

const studio = 'deep-shaft';

/** Adds those that are missing. The studio has one of the demo games. */
export async function ensureDemoOperators(database: Database, sealer: Sealer): Promise<void> {
  await database.transaction(async (trx) => {
    await trx
      .insertInto('studios')
      .values({ studio, name: 'Deep Shaft Games' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('studio_games')
      .columns(['game', 'studio'])
      .expression((eb) =>
        eb
          .selectFrom('games')
          .select((select) => ['game', select.val(studio).as('studio')])
          .where('game', '=', 'gem-miner'),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const role of operatorRoles) {
      const added = await trx
        .insertInto('operators')
        .values({
          operator_id: demoOperatorId(role),
          email: `${role}@staff.example`,
          name: names[role],
          role,
          studio: role === 'studio' ? studio : null,
          totp_sealed: null,
          totp_last_step: null,
          invited_by: 'the lab',
          last_seen_at: null,
          removed_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('operator_id')
        .executeTakeFirst();
      if (added)
        await storeAuthenticatorApp(trx, added.operator_id, { sealer, secret: demoAuthenticatorSecret, step: 0 });
    }
  });
}
