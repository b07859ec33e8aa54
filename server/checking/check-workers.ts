import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { readMachineSize } from '#server/machine-size.ts';
import { okFinding, problemFinding, type Finding } from './finding.ts';

/** Whether PostgreSQL allows the connections that the workers of this node may open. */
export async function checkWorkers(
  { kysely }: Database,
  { workers, connections }: Pick<Config, 'workers' | 'connections'>,
  { cores } = readMachineSize(),
): Promise<Finding[]> {
  const { rows } = await sql<{ allowed: number }>`
    select (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0))::int as allowed`.execute(kysely);
  const allowed = rows[0]?.allowed ?? 0;
  const text = `${count(workers, 'worker')} on ${count(cores, 'core')}, with up to ${connections} database connections (PostgreSQL allows ${allowed})`;
  if (connections < allowed) return [okFinding(text)];
  return [
    problemFinding(
      text,
      "Raise PostgreSQL's max_connections above DATABASE_POOL times the number of nodes, or lower DATABASE_POOL or WORKERS.",
    ),
  ];
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
