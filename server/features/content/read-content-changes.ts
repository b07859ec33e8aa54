import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface ContentChange {
  readonly appliedAt: Date;
  readonly operator: string;
  readonly versionAfter: string;
  readonly summary: readonly string[];
}

export async function readContentChanges(db: Kysely<Tables>, most: number): Promise<ContentChange[]> {
  const rows = await db
    .selectFrom('content_changes')
    .select(['applied_at', 'operator', 'version_after', 'summary'])
    .orderBy('change_id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ applied_at, operator, version_after, summary }) => ({
    appliedAt: applied_at,
    operator,
    versionAfter: version_after,
    summary,
  }));
}
