import { sql } from 'kysely';
import { apiBase } from '#contract/api-base.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { okFinding, unreachableFinding, warningFinding, problemFinding, type Finding } from './finding.ts';
import { probePortal, type ProbePortal } from './probe-portal.ts';

/** Whether the console's host answers, and an operator can sign in. */
export async function checkConsole(
  database: Database,
  { consoleUrl, consoleNetworks }: Pick<Config, 'consoleUrl' | 'consoleNetworks'>,
  probe: ProbePortal = probePortal,
): Promise<Finding[]> {
  if (!consoleUrl) return [okFinding("CONSOLE_URL isn't set: there is no console")];
  return [await probeHost(consoleUrl, consoleNetworks, probe), await findOperators(database)];
}

async function probeHost(consoleUrl: URL, networks: readonly string[], probe: ProbePortal): Promise<Finding> {
  const { host } = consoleUrl;
  const remedy = `Point ${host} to the portal's proxy, with a certificate, and have the proxy pass the host name on.`;
  try {
    const { status, body } = await probe(new URL(`${apiBase}/console/session`, consoleUrl));
    if (status === 200 && body.includes('"Stage"')) return okFinding(`the console answers at ${host}`);
    if (status === 404 && networks.length > 0)
      return warningFinding(
        `${host} answers with 404, as it does for networks that CONSOLE_NETWORKS doesn't list`,
        'Open the console from one of these networks.',
      );
    return problemFinding(`${host} answers with ${status} instead of the console`, remedy);
  } catch (error) {
    return unreachableFinding(error, `the console at ${host} can't be reached`, remedy);
  }
}

async function findOperators({ kysely }: Database): Promise<Finding> {
  const { rows } = await sql<{ owners: number }>`
    select count(*)::int as owners from operators where removed_at is null and role = 'owner'`.execute(kysely);
  const owners = rows[0]?.owners ?? 0;
  return owners > 0
    ? okFinding(`${owners} ${owners === 1 ? 'owner' : 'owners'} can sign in to the console`)
    : warningFinding(
        'the console is on, and has no owner',
        'Add one: npm run operators -- add you@example.com --role owner',
      );
}
