import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { IdentityScope } from '#server/features/sign-in/scoped-identities.ts';

export interface ProofToConsume {
  readonly platform: string;
  /** So that one game can't consume another's proofs. */
  readonly scope: IdentityScope;
  readonly proof: string;
  readonly until: Date;
}

/** Of concurrent calls with the same proof one returns true. */
export async function consumeProof(
  { kysely }: Pick<Database, 'kysely'>,
  { platform, scope, proof, until }: ProofToConsume,
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
