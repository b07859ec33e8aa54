import type { ReplyOfRoute } from '#model/route.ts';
import type { operatorOverviewRoutes } from '#contract/console/overview.ts';
import type { Database } from '#server/db/database.ts';
import { toMissingSetup, type MissingSetupItem } from '#server/checking/list-missing-setup.ts';
import { countReportedPlayers } from '#server/features/player-reports/list-reported-players.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { countJobs } from '#server/jobs/read-jobs.ts';
import { listNodes } from './node-heartbeat.ts';
import {
  countFailedDeliveries,
  countOnline,
  countOpenDisputes,
  countRejectedWebhooks,
  countVendorFailures,
  readHours,
} from './read-figures.ts';

export interface OverviewDeps {
  readonly database: Database;
  readonly now: () => Date;
  readonly listMissingSetup: () => Promise<readonly MissingSetupItem[]>;
}

type Figures = ReplyOfRoute<typeof operatorOverviewRoutes.figures>;

/** Operators leave the page open: however many look, this process reads the figures once in this time. */
const keptMs = 5000;

export function createOverviewRoutes(deps: OverviewDeps): AreaHandlers<'operatorOverview'> {
  let kept: { readonly atMs: number; readonly figures: Promise<Figures> } | undefined;
  return {
    figures: () => {
      const atMs = deps.now().getTime();
      if (!kept || atMs - kept.atMs >= keptMs) {
        const figures = readFigures(deps);
        const fresh = { atMs, figures };
        kept = fresh;
        figures.catch(() => {
          if (kept === fresh) kept = undefined;
        });
      }
      return kept.figures;
    },
  };
}

async function readFigures({ database, now, listMissingSetup }: OverviewDeps): Promise<Figures> {
  const { kysely } = database;
  // One after the other, so that the page uses one connection.
  const { online, playing } = await countOnline(kysely);
  const hours = await readHours(kysely);
  const vendors = await countVendorFailures(kysely);
  const jobs = await countJobs(kysely);
  const failedDeliveries = await countFailedDeliveries(kysely);
  const openDisputes = await countOpenDisputes(kysely);
  const rejectedWebhooks = await countRejectedWebhooks(kysely);
  const reportedPlayers = await countReportedPlayers(kysely);
  const missing = await listMissingSetup();
  const nodes = await listNodes(database);
  const byJob = Map.groupBy(
    jobs.filter(({ state }) => state === 'dead' || state === 'retrying'),
    ({ job }) => job,
  );
  return {
    At: now().toISOString(),
    Online: online,
    Playing: playing,
    Hours: hours.map((row) => ({
      Hour: row.hour.toISOString(),
      SignIns: row.sign_ins,
      Plays: row.plays,
      Orders: row.orders,
      RevenueUsdMinor: row.revenue,
    })),
    Vendors: vendors.map(({ provider, attempts, failed }) => ({
      Provider: provider,
      Attempts: attempts,
      Failed: failed,
    })),
    Jobs: [...byJob].map(([Job, counts]) => ({
      Job,
      Failed: counts.find(({ state }) => state === 'dead')?.count ?? 0,
      Retrying: counts.find(({ state }) => state === 'retrying')?.count ?? 0,
    })),
    FailedDeliveries: failedDeliveries,
    RejectedWebhooks: rejectedWebhooks.map(({ provider, outcome, reason, webhooks }) => ({
      Provider: provider,
      Outcome: outcome === 'refused' ? 'Refused' : 'Failed',
      Reason: reason,
      Count: webhooks,
    })),
    OpenDisputes: openDisputes,
    ReportedPlayers: reportedPlayers,
    Missing: toMissingSetup(missing),
    Nodes: nodes.map(({ node, build, started_at, seen_at, is_running }) => ({
      Node: node,
      Build: build,
      StartedAt: started_at.toISOString(),
      SeenAt: seen_at.toISOString(),
      IsRunning: is_running,
    })),
  };
}
