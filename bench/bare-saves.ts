// Writes a save with bare statements, without validation and without checking its size: the baseline for our own cost.
import type pg from 'pg';

export interface BareSave {
  readonly AccountId: string;
  readonly BaseRevision: number;
  readonly WriteId: string;
  readonly Set: Readonly<Record<string, string>>;
  readonly Device: string;
  /** Whether the previous state goes into the history. */
  readonly IsRevision: boolean;
}

export function createBareSaveWriter(pool: pg.Pool) {
  return async ({ AccountId, BaseRevision, WriteId, Set, Device, IsRevision }: BareSave): Promise<object> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ save_id: string }>(
        `select save_id from saves where account_id = $1 and game = 'gem-miner' and not is_copy and revision = $2 for update`,
        [AccountId, BaseRevision],
      );
      const saveId = rows[0]?.save_id;
      if (saveId === undefined) throw new Error('The save has another revision.');
      if (IsRevision) {
        await client.query(
          `insert into save_revisions (save_id, revision, keys, bytes, device, summary, origin, write_id, updated_at)
           select save_id, revision, keys, bytes, device, summary, origin, write_id, updated_at from saves where save_id = $1`,
          [saveId],
        );
        await client.query(
          `delete from save_revisions where save_id = $1 and revision in (
             select revision from save_revisions where save_id = $1 order by kept_at desc offset 9)`,
          [saveId],
        );
      }
      const saved = await client.query<{ revision: string; updated_at: Date }>(
        `update saves set revision = revision + 1, keys = keys || $2::jsonb, device = $3, write_id = $4,
           updated_at = clock_timestamp() where save_id = $1 returning revision, updated_at`,
        [saveId, JSON.stringify(Set), Device, WriteId],
      );
      await client.query('commit');
      return { Revision: Number(saved.rows[0]?.revision), UpdatedAt: saved.rows[0]?.updated_at };
    } finally {
      client.release();
    }
  };
}
