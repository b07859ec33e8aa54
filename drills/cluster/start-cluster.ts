// Starts all parts of the cluster on this machine and sets up a game on it. All nodes share one PgBouncer and one HAProxy
// for data, which otherwise run on the machine of each node.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath, installPrograms, installS3Server, type TestProgram } from '#scripts/testing/programs.ts';
import { startPgbouncer } from '#server/testing/start-pgbouncer.ts';
import { startS3Server, type S3Server } from '#server/testing/start-s3-server.ts';
import { simulator as vk } from '#platforms/vkontaktecom/simulator.server.ts';
import { createCertificateAuthority } from '../production/certificates.ts';
import { gameName, gamesHost, portalHost } from '../production/internet.ts';
import { publishDemoGame, setDemoProducts } from '../production/set-up-portal.ts';
import { startDataBalancer, startPortalBalancer, type PortalBalancer } from './balancers.ts';
import { createClusterNodes, type ClusterNodes } from './cluster-nodes.ts';
import { vkPlace } from './cluster-players.ts';
import { startDatabaseCluster, type DatabaseCluster, type DatabasePrograms } from './database-cluster.ts';
import { startRedisCluster, type RedisCluster } from './redis-cluster.ts';

export interface ClusterPrograms extends DatabasePrograms {
  readonly redis: string;
}

export interface Engines {
  readonly database: DatabaseCluster;
  readonly redis: RedisCluster;
  readonly objectStore: S3Server;
  /** What every node's environment says about the engines. */
  readonly settings: Readonly<Record<string, string>>;
}

export const nodeCount = 3;
export const nodeNumbers: readonly number[] = Array.from({ length: nodeCount }, (_, node) => node);

const needed: readonly TestProgram[] = [
  'etcd',
  'patroni',
  'postgresql',
  'pgbouncer',
  'redis-server',
  'haproxy',
  'openssl',
  'faketime',
];

/** Installs what is missing on Debian as root; otherwise the error names the packages. */
export async function findClusterPrograms(): Promise<ClusterPrograms> {
  const absent = needed.filter((name) => name !== 'postgresql' || !findPostgresBin());
  const missing = (await installPrograms(absent)) ?? (await installS3Server());
  const [etcd, patroni, patronictl] = ['etcd', 'patroni', 'patronictl'].map((name) => findOnPath(name));
  const [redis, postgresBin] = [findOnPath('redis-server'), findPostgresBin()];
  if (missing === undefined && etcd && patroni && patronictl && redis && postgresBin)
    return { etcd, patroni, patronictl, redis, postgresBin };
  throw new Error(`The drill needs more programs: ${missing ?? 'apt-get install patroni etcd-server postgresql'}`);
}

export async function startEngines(
  folder: string,
  programs: ClusterPrograms,
  parts: AsyncDisposableStack,
): Promise<Engines> {
  const [database, redis, objectStore] = await Promise.all([
    startDatabaseCluster(folder, programs),
    startRedisCluster(folder, programs.redis),
    startS3Server(),
  ]);
  for (const each of [database, redis, objectStore]) parts.use(each);
  const data = parts.use(await startDataBalancer(folder, database.members, redis.members));
  const { name, password, database: databaseName } = database.user;
  const pooler = parts.use(
    await startPgbouncer(`postgresql://${name}:${password}@127.0.0.1:${data.postgresPort}/${databaseName}`),
  );
  return {
    database,
    redis,
    objectStore,
    settings: {
      ...objectStore.env,
      DATABASE_URL: pooler.url,
      DATABASE_READ_URL: `postgresql://${name}:${password}@127.0.0.1:${data.replicaPort}/${databaseName}`,
      REDIS_URL: `redis://127.0.0.1:${data.redisPort}`,
      // The three pools together fit into the pool of ops/pgbouncer.ini, with nine left for commands.
      DATABASE_POOL: '11',
      TRUSTED_PROXIES: '1',
      SCHEDULED_BACKUPS: 'off',
    },
  };
}

export interface Portal {
  readonly nodes: ClusterNodes;
  readonly balancer: PortalBalancer;
  /** The key of the game's server. */
  readonly gameKey: string;
}

export interface PortalOptions {
  readonly folder: string;
  readonly release: string;
  readonly gameFolder: string;
  /** Of each node. */
  readonly workers: string;
}

export async function startPortal(
  { folder, release, gameFolder, workers }: PortalOptions,
  engines: Engines,
  parts: AsyncDisposableStack,
): Promise<Portal> {
  const settings = { ...engines.settings, WORKERS: workers };
  const nodes = parts.use(await createClusterNodes(folder, { count: nodeCount, release, settings }));
  // All at once: one migrates, the others wait.
  await Promise.all(nodeNumbers.map((node) => nodes.start(node, release)));
  await publishDemoGame(nodes, gameFolder);
  await setDemoProducts(nodes);
  await nodes.run('settings', ['platforms/vkontaktecom', '--game', gameName], JSON.stringify(listVkSettings()));
  const [gameKey = ''] = (await nodes.run('game-key', ['create', gameName])).split('\n');
  const certificate = createCertificateAuthority(folder).sign('portal', [portalHost, `*.${gamesHost}`]);
  const balancer = parts.use(await startPortalBalancer(folder, { nodes: nodes.ports, certificate }));
  for (const node of nodeNumbers) await balancer.untilUsed(node);
  return { nodes, balancer, gameKey };
}

/** Without VK's service key, so that nodes send VK nothing. */
function listVkSettings(): object {
  const { AppId, SecureKey } = vk.settings(vkPlace) as { AppId: string; SecureKey: string };
  return { AppId, SecureKey };
}

function findPostgresBin(): string | undefined {
  const versions = '/usr/lib/postgresql';
  if (!readdirSync('/usr/lib').includes('postgresql')) return undefined;
  const oldest = readdirSync(versions)
    .filter((version) => Number(version) >= 15)
    .toSorted((a, b) => Number(a) - Number(b))
    .at(0);
  return oldest === undefined ? undefined : join(versions, oldest, 'bin');
}
