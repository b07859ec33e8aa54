// npm run drills -- cluster [--workers 1]: PostgreSQL with a standby under Patroni and etcd, PgBouncer, Redis with a replica under
// Sentinel, HAProxy, an object store and three nodes of the release, with the configurations of ops/. While players sign
// in, play and buy, one part after the other is stopped, killed, lost or upgraded. It prints what each step cost the
// players, and fails if anything acknowledged was lost or a request failed that must not fail.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually } from '#server/testing/eventually.ts';
import { gameName, gamesHost } from '../production/internet.ts';
import { runSteps } from '../run-steps.ts';
import { createNextRelease } from '../upgrade/next-release.ts';
import { findLosses, listUnfinishedOrders } from './audit.ts';
import { addressOf, sendOnce, startClusterPlayers, type RequestCounts } from './cluster-players.ts';
import { untilPromoted, type DatabaseMember } from './database-cluster.ts';
import { findClusterPrograms, nodeNumbers, startEngines, startPortal } from './start-cluster.ts';

const { values } = parseArgs({ allowPositionals: true, options: { workers: { type: 'string', default: '1' } } });
const playersAtOnce = 6;
const maxRecoveryMs = 10_000;
const settleMs = 3000;
const root = join(import.meta.dirname, '../..');
const release = join(root, 'dist/release');
const gameFolder = join(root, 'lab/games', gameName);
const files = ['game.js', 'style.css', 'mine.js'];
/** No player loads it, so no node has a copy. */
const unusedFile = 'sound.js';

await runSteps(async (step, parts) => {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-cluster-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL, Patroni, etcd and PgBouncer run under another account.
  chmodSync(folder, 0o711);
  const next = join(folder, 'next');
  createNextRelease(release, next);
  const programs = await findClusterPrograms();
  const startedAt = performance.now();
  const engines = await startEngines(folder, programs, parts);
  const { database, redis, objectStore } = engines;
  const { workers } = values;
  const portal = await startPortal({ folder, release, gameFolder, workers }, engines, parts);
  const { nodes, balancer, gameKey } = portal;
  const { port } = balancer;
  const players = startClusterPlayers({ port, game: gameName, gameKey, files, playersAtOnce });
  let isStopped = false;
  const stopPlayers = async (): Promise<void> => {
    if (!isStopped) await players.stop();
    isStopped = true;
  };
  parts.defer(stopPlayers);

  /** Runs the step while players continue, then checks what happened to them and that nothing is lost. */
  const observe = (
    what: string,
    act: () => Promise<string | undefined | void>,
    check: (counts: RequestCounts) => void = expectNoFault,
  ): Promise<void> =>
    step(what, async () => {
      players.takeCounts();
      const remark = await act();
      await sleep(settleMs);
      await players.untilFinished(playersAtOnce);
      const counts = players.takeCounts();
      const { url } = await database.findLeader();
      const losses = await findLosses(url, players.acknowledged);
      const faults = [...findFault(() => check(counts)), ...losses.map((loss) => `acknowledged, and lost: ${loss}`)];
      // Later steps still run: they help to find the reason.
      if (faults.length > 0) process.exitCode = 1;
      const words = [describeCounts(counts), ...(typeof remark === 'string' ? [remark] : [])].join('; ');
      return [words, ...faults.map((fault) => `        FAILED: ${fault}`)].join('\n');
    });

  /** Waits until every node reports that it uses the replica, or that it can't. */
  const untilReplica = async (state: 'ok' | 'failed'): Promise<void> => {
    for (const node of nodes.ports)
      await eventually(async () => {
        const response = await fetch(`http://127.0.0.1:${node.port}/readyz`);
        const { checks } = (await response.json()) as { checks: { replica?: string } };
        return (checks.replica === 'ok') === (state === 'ok');
      });
  };
  await observe('three nodes serve players', async () => {
    await players.untilFinished(3 * playersAtOnce);
    const invented = { ...players.acknowledged, accounts: new Set([randomUUID()]) };
    assert.equal((await findLosses((await database.findLeader()).url, invented)).length, 1, 'The audit finds no loss.');
    await untilReplica('ok');
    return `started in ${Math.round((performance.now() - startedAt) / 1000)} s`;
  });
  const restart = async (node: number, from: string): Promise<void> => {
    await nodes.stop(node);
    await nodes.start(node, from);
    await balancer.untilUsed(node);
  };
  await observe('a node is stopped and started again', () => restart(0, release));

  let wereOpen = 0;
  await observe(
    'a node is killed: only its open requests fail',
    async () => {
      const before = await balancer.countRequests(1);
      await nodes.kill(1);
      // Until then HAProxy still sent it requests.
      const after = await balancer.countRequests(1);
      wereOpen = before.open + after.total - before.total;
      await sleep(settleMs);
      await nodes.start(1, release);
      await balancer.untilUsed(1);
      return `${wereOpen} requests were open`;
    },
    ({ failed, refused, faults }) => assert.ok(failed + refused <= wereOpen, describeFaults(faults)),
  );
  await observe('all nodes are upgraded to a version with migrations', async () => {
    for (const node of nodeNumbers) await restart(node, next);
  });

  let promotedAt = 0;
  const expectRecovery = (counts: RequestCounts): void => {
    assert.equal(counts.failed, 0, describeFaults(counts.faults));
    const recoveryMs = Math.max(0, counts.lastFaultAt - promotedAt);
    assert.ok(
      recoveryMs <= maxRecoveryMs,
      `Requests were refused until ${Math.round(recoveryMs)} ms after the promotion.`,
    );
  };
  const describeRecovery = (begun: number, lastFaultAt: number): string =>
    `promoted after ${inSeconds(promotedAt - begun)}, the last refusal ${inSeconds(Math.max(0, lastFaultAt - promotedAt))} later`;
  const failOver = async (lose: () => Promise<DatabaseMember>): Promise<string> => {
    const begun = performance.now();
    promotedAt = await untilPromoted(await lose());
    await sleep(maxRecoveryMs);
    return describeRecovery(begun, players.peekCounts().lastFaultAt);
  };
  const switchOver = async (): Promise<string> => {
    const remark = await failOver(() => database.switchOver());
    // The former leader follows.
    await database.untilSynchronous();
    return remark;
  };
  await observe('an operator switches over to the standby', switchOver, expectRecovery);
  let lost: DatabaseMember | undefined;
  await observe(
    'the machine of the leading PostgreSQL is lost',
    () =>
      failOver(async () => {
        const leader = (lost = await database.findLeader());
        await leader.kill();
        return database.members.find((each) => each !== leader) ?? leader;
      }),
    expectRecovery,
  );
  await observe('   and returns as the standby', async () => {
    lost?.start();
    await database.untilSynchronous();
  });
  await observe(
    'the standby is lost and returns: lists come from the leader',
    async () => {
      const leader = await database.findLeader();
      const standby = database.members.find((each) => each !== leader);
      await standby?.kill();
      await untilReplica('failed');
      await players.untilFinished(playersAtOnce);
      standby?.start();
      await database.untilSynchronous();
      await untilReplica('ok');
    },
    ({ failed, faults }) => assert.equal(failed, 0, describeFaults(faults)),
  );
  await observe('a member of etcd is lost and returns', async () => {
    const [member] = database.etcd;
    await member?.kill();
    await sleep(settleMs);
    member?.start();
  });

  let callers = 0;
  /** Sign-ins without a proof from one address: 60 a minute are allowed on all nodes together. */
  const countLimited = async (): Promise<number> => {
    const from = addressOf(50_000 + (callers += 1));
    const body = JSON.stringify({
      Social: 'VkontakteCom',
      Game: gameName,
      Locale: 'en',
      VkontakteCom: { QueryString: '' },
    });
    const request = { what: 'limit', path: '/api/v1/auth/authenticate_from_social', body, from };
    let limited = 0;
    for (let sent = 0; sent < 70; sent += 1) if ((await sendOnce(port, request)).status === 429) limited += 1;
    return limited;
  };
  await observe('the first Redis is lost; the replica takes over', async () => {
    assert.equal(await countLimited(), 10);
    const primary = await redis.findPrimary();
    const begun = performance.now();
    await primary.process.kill();
    await eventually(async () => (await countLimited()) === 10);
    const seconds = inSeconds(performance.now() - begun);
    primary.process.start();
    await redis.untilReplicated();
    return `limits hold again after ${seconds}`;
  });
  await observe('both Redis are lost and return', async () => {
    for (const { process: each } of redis.members) await each.kill();
    await eventually(async () => (await countLimited()) === 0);
    await players.untilFinished(playersAtOnce);
    for (const { process: each } of redis.members) each.start();
    await eventually(async () => (await countLimited()) === 10);
    return 'no limits until then, and the same limits afterwards';
  });

  await observe('the object store is lost and returns: running games continue', async () => {
    const path = await findLaunchPath(port);
    for (const { gamesPort } of nodes.ports)
      for (const file of files) assert.equal(await readNode(gamesPort, path + file), 200);
    await objectStore.stop();
    await players.untilFinished(3 * playersAtOnce);
    const host = `${gameName}.${gamesHost}`;
    const request = {
      what: 'unused file',
      host,
      path: path + unusedFile,
      method: 'GET',
      from: addressOf(60_000),
    } as const;
    const { status, retryAfter } = await sendOnce(port, request);
    assert.ok(status === 503 && retryAfter !== undefined, `A file that no node has was answered with ${status}.`);
    await objectStore.start();
    await eventually(async () => (await sendOnce(port, request)).status === 200);
    return 'a file that no node had was refused with 503 and is served now';
  });

  await step('everything paid was granted once', async () => {
    await stopPlayers();
    const { accounts, saves, orders, payments, granted } = players.acknowledged;
    const { url } = await database.findLeader();
    const twice = [...granted].filter(([, times]) => times > 1).map(([order]) => order);
    assert.deepEqual(twice, [], 'granted twice');
    assert.deepEqual(await listUnfinishedOrders(url, [...payments].slice(0, -playersAtOnce)), [], 'paid, not granted');
    return `${accounts.size} sign-ins, ${saves.size} saves, ${orders.size} orders, ${payments.size} payments, ${granted.size} granted`;
  });
});

function findFault(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function expectNoFault({ failed, refused, faults }: RequestCounts): void {
  assert.equal(failed, 0, describeFaults(faults));
  assert.equal(refused, 0, `${refused} requests were refused with 503.`);
}

function describeCounts({ requests, refused, failed }: RequestCounts): string {
  return `${requests} requests, ${refused} refused with 503, ${failed} failed`;
}

function describeFaults(faults: ReadonlyMap<string, number>): string {
  return [...faults].map(([fault, count]) => `${count} x ${fault}`).join('\n');
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function findLaunchPath(port: number): Promise<string> {
  const body = JSON.stringify({ GameSystemName: gameName, WebPublishingPlatform: 'VkontakteCom' });
  const { text } = await sendOnce(port, { what: 'launch', path: '/api/v1/play/choose_game', body, from: addressOf(0) });
  const { LaunchUrl } = JSON.parse(text) as { LaunchUrl: string };
  return new URL('.', LaunchUrl).pathname;
}

/** Requests a file of the game from one node. */
function readNode(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host: `${gameName}.${gamesHost}` };
    const request = http.get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    request.once('error', reject);
  });
}
