// Each node says regularly that it runs, and with which build.
import { sql } from 'kysely';
import type { Infrastructure } from '#server/infrastructure.ts';

const everyMs = 30_000;

export interface NodeRow {
  readonly node: string;
  readonly build: string;
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly is_running: boolean;
}

export function createNodeHeartbeat({ config, database, log }: Pick<Infrastructure, 'config' | 'database' | 'log'>) {
  const { nodeName, build } = config;
  let timer: NodeJS.Timeout | undefined;
  const beat = async (isStart: boolean): Promise<void> => {
    try {
      await sql`
        insert into portal_nodes (node, build) values (${nodeName}, ${build})
        on conflict (node) do update set build = excluded.build, seen_at = now(),
          started_at = case when ${isStart}::boolean then now() else portal_nodes.started_at end`.execute(
        database.kysely,
      );
      await sql`delete from portal_nodes where seen_at < now() - interval '1 day'`.execute(database.kysely);
    } catch (error) {
      log.warn({ err: error }, "Recording that this node runs failed. It's tried again.");
    }
  };
  return {
    start: (): void => {
      void beat(true);
      timer = setInterval(() => void beat(false), everyMs).unref();
    },
    stop: async (): Promise<void> => clearInterval(timer),
  };
}

export async function listNodes({ kysely }: Pick<Infrastructure['database'], 'kysely'>): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select node, build, started_at, seen_at, seen_at > now() - interval '2 minutes' as is_running
    from portal_nodes order by node`.execute(kysely);
  return rows;
}
