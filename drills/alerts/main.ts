// Breaks a node on purpose, under a real Prometheus with the rules of ops/alerts.yml: each alert must fire, and end once
// the cause is gone.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { copyCluster, findDatabasesFolder } from '#server/testing/copy-cluster.ts';
import { startDatabaseRelay } from '#server/testing/database-relay.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { startRedis } from '#server/testing/start-redis.ts';
import { startS3Server } from '#server/testing/start-s3-server.ts';
import { installPrograms } from '#scripts/testing/programs.ts';
import { runSteps } from '../run-steps.ts';
import { openBacklog } from './backlog.ts';
import { startDrilledNode, type DrilledNode } from './drilled-node.ts';
import { checkRules, startPrometheus } from './start-prometheus.ts';

const log = pino({ level: 'silent' });
const workerKills = 6;

await runSteps(async (step, parts) => {
  await step('promtool accepts ops/alerts.yml', checkRules);
  const missing = await installPrograms(['redis-server']);
  if (missing !== undefined) throw new Error(missing);
  const dataDir = mkdtempSync(join(findDatabasesFolder(), 'fxid-fault-'));
  chmodSync(dataDir, 0o711);
  parts.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  await copyCluster(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log, now: () => new Date() });
  parts.defer(() => postgres.stop());
  const relay = parts.use(await startDatabaseRelay(postgres.connection));
  const redis = parts.use(await startRedis());
  const store = parts.use(await startS3Server());
  const settings = {
    ...productionSettings,
    ...store.env,
    WORKERS: '2',
    DATABASE_URL: relay.url,
    REDIS_URL: redis.url,
    DRAIN_SECONDS: '0',
    SCHEDULED_BACKUPS: 'off',
  };
  let started: DrilledNode | undefined;
  await step('a node with two workers starts', async () => {
    started = parts.use(await startDrilledNode(settings));
  });
  if (!started) return;
  const node = started;
  const backlog = await openBacklog(postgres.connection, log);
  parts.defer(() => backlog.close());
  const prometheus = parts.use(await startPrometheus({ targets: [node.target] }));
  const breakAndRepair = (alert: string, damage: () => Promise<unknown>, repair: () => Promise<unknown>) =>
    step(`${alert} fires and ends`, async () => {
      if ((await prometheus.listFiring()).includes(alert)) throw new Error('It fired before anything was broken.');
      await damage();
      const firedAfter = await prometheus.untilFiring(alert);
      await repair();
      return `fired after ${firedAfter} s, ended after ${await prometheus.untilEnded(alert)} s`;
    });

  await breakAndRepair(
    'FxidDatabaseUnreachable',
    () => relay.cut(),
    () => relay.restore(),
  );
  await breakAndRepair(
    'FxidRedisDown',
    () => redis.kill(),
    () => redis.start(),
  );
  await breakAndRepair(
    'FxidObjectStoreDown',
    () => store.stop(),
    () => store.start(),
  );
  await breakAndRepair(
    'FxidWorkersEnd',
    () => node.killWorkers(workerKills),
    async () => undefined,
  );
  await breakAndRepair(
    'FxidBacklogGrows',
    async () => backlog.grow(),
    () => backlog.empty(),
  );
  await breakAndRepair(
    'FxidNodeDown',
    () => node.stop(),
    () => node.start(),
  );
});
