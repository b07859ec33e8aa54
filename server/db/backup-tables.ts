// Determines the contents of a backup from the database catalogue: tables with their columns, ordered by foreign keys,
// and sequences.
import type pg from 'pg';

export interface BackupTable {
  /** Quoted and schema-qualified. */
  name: string;
  /** Quoted, without generated columns. */
  columns: string[];
}

export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows: tables } = await client.query<BackupTable>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name,
      (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${isOurs}
    ORDER BY 1`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    SELECT DISTINCT format('%I.%I', n.nspname, c.relname) AS from, format('%I.%I', tn.nspname, t.relname) AS to
    FROM pg_constraint f
    JOIN pg_class c ON c.oid = coalesce(pg_partition_root(f.conrelid), f.conrelid)
    JOIN pg_class t ON t.oid = coalesce(pg_partition_root(f.confrelid), f.confrelid)
    JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_namespace tn ON tn.oid = t.relnamespace
    WHERE f.contype = 'f' AND ${isOurs}`);
  return inOrderOfReference(tables, references);
}

/** Statements that restore each sequence's position. Unlike setval, they are transactional. */
export async function listSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows: names } = await client.query<{ name: string; increment: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name, s.seqincrement::text AS increment
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${isOurs} ORDER BY 1`);
  const statements: string[] = [];
  for (const { name, increment } of names) {
    const { rows } = await client.query<{ next: string }>(
      `SELECT (CASE WHEN is_called THEN last_value + ${increment} ELSE last_value END)::text AS next FROM ${name}`,
    );
    statements.push(`ALTER SEQUENCE ${name} RESTART WITH ${rows[0]?.next};`);
  }
  return statements;
}

// Excluded: schema versions (the program writes them), the portal's files (every node publishes its own), backup times
// (they belong to this installation), and the queue's statistics and warnings.
const isOurs = `(n.nspname, c.relname) NOT IN (
  ('public', 'kysely_migration'), ('public', 'kysely_migration_lock'), ('public', 'migration_checksums'), ('public', 'portal_assets'), ('public', 'scheduled_backups'),
  ('pgboss', 'version'), ('pgboss', 'bam'), ('pgboss', 'queue_stats'), ('pgboss', 'warning'), ('pgboss', 'bam_id_seq'), ('pgboss', 'warning_id_seq'))
  AND n.nspname IN ('public', 'pgboss')`;

// Two tables that reference each other have no order; restoring drops such a constraint while it loads.
function inOrderOfReference(tables: BackupTable[], references: { from: string; to: string }[]): BackupTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<BackupTable>();
  const visiting = new Set<string>();
  const visit = (table: BackupTable): void => {
    if (ordered.has(table) || visiting.has(table.name)) return;
    visiting.add(table.name);
    for (const { from, to } of references) {
      const target = from === table.name ? byName.get(to) : undefined;
      if (target !== undefined) visit(target);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
}
