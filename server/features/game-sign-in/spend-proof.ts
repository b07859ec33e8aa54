import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Scope } from '#server/features/sign-in/identities-of.ts';

export interface ProofToSpend {
  /** The platform's folder. */
  readonly platform: string;
  /** In whose scope it was proved: a game's developer spends nothing of another's. */
  readonly scope: Scope;
  readonly proof: string;
  readonly until: Date;
}

/** Whether it was not spent before. Of many who bring the same one at once, one gets a yes. What is over by now gets none. */
export async function spendProof(
  { kysely }: Pick<Database, 'kysely'>,
  { platform, scope, proof, until }: ProofToSpend,
  now: Date,
): Promise<boolean> {
  if (until <= now) return false;
  const proofHash = hash('sha256', JSON.stringify([scope ?? null, proof]), 'buffer');
  const { rows } = await sql`
    insert into spent_proofs (platform, proof_hash, expires_at) values (${platform}, ${proofHash}, ${until})
    on conflict (platform, proof_hash) do update set expires_at = excluded.expires_at
      where spent_proofs.expires_at <= ${now}
    returning 1`.execute(kysely);
  return rows.length === 1;
}
