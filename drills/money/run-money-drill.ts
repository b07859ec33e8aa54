// `npm run drills -- money [--kills 50] [--database-kills 20] [--orders 700] [--flood 1000]`: makes purchases while the
// server and its PostgreSQL are killed, then orders under a flood of webhooks, and prints a table of the results.
// Everything runs on this machine: a server with its own data folder, all simulated providers and a game's server. The
// drill fails if anything is lost, charged or granted twice, or left over.
import { parseArgs } from 'node:util';
import { runMoneyStorm, type StormReport } from '#server/testing/money/money-storm.ts';
import { runMoneyFlood, type FloodReport } from './money-flood.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '50' },
    'database-kills': { type: 'string', default: '20' },
    orders: { type: 'string', default: '700' },
    flood: { type: 'string', default: '1000' },
  },
});
const asked = {
  serverKills: count('kills', 500),
  databaseKills: count('database-kills', 500),
  // A simulated provider keeps the records of a thousand payments, and some orders are paid twice.
  orders: count('orders', 850),
  flood: count('flood', 1000),
};
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const report = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);
const problems: string[] = [];
if (asked.orders > 0) {
  // The delivery of a killed node waits a minute until its lease expires; then it must arrive without help.
  const storm = await runMoneyStorm({ ...asked, waitBeforeCollectingMs: 90_000, report });
  printTable('Purchases under kills', stormFigures(storm));
  problems.push(...storm.audit.problems, ...storm.broken);
}
if (asked.flood > 0) {
  const flood = await runMoneyFlood(asked.flood, report);
  printTable('Purchases under a flood of notices', floodFigures(flood));
  problems.push(...flood.audit.problems, ...flood.broken);
}
for (const problem of problems) print(problem);
if (problems.length > 0) process.exitCode = 1;

function count(name: keyof typeof values, most: number): number {
  const given = Number(values[name]);
  if (Number.isSafeInteger(given) && given >= 0 && given <= most) return given;
  throw new Error(`--${name} must be a whole number from 0 to ${most}.`);
}

type Figure = readonly [name: string, value: number | string];

function stormFigures({ audit, deliveries, readyMs, ...storm }: StormReport): Figure[] {
  const sorted = readyMs.toSorted((a, b) => a - b).map(Math.round);
  return [
    ['server kills', asked.serverKills],
    ['database kills', asked.databaseKills],
    ['ready again, median ms', sorted[Math.floor(sorted.length / 2)] ?? 0],
    ['ready again, slowest ms', sorted.at(-1) ?? 0],
    ['orders', asked.orders],
    ['notices made', storm.notices],
    ['notices sent', storm.noticesSent],
    ...bookFigures(audit),
    ...deliveryFigures(deliveries),
    ...Object.entries(storm.refusals).map(([what, times]): Figure => [
      `answered "${what}" while something was down`,
      times,
    ]),
    ['came to rest after, ms', Math.round(storm.settleMs)],
    ['took, s', Math.round(storm.totalMs / 1000)],
    ['problems', audit.problems.length + storm.broken.length],
  ];
}

function floodFigures({ audit, deliveries, calls, callsPerSecond, totalMs, broken }: FloodReport): Figure[] {
  return [
    ['orders', asked.flood],
    ['notices, pages, polls and hints', calls],
    ['of them a second', Math.round(callsPerSecond)],
    ...bookFigures(audit),
    ...deliveryFigures(deliveries),
    ['took, s', Math.round(totalMs / 1000)],
    ['problems', audit.problems.length + broken.length],
  ];
}

function bookFigures(audit: StormReport['audit']): Figure[] {
  return [
    ['payments opened', audit.payments],
    ['orders paid', audit.paidOrders],
    ['orders granted by the game', audit.grantedOrders],
    ['orders taken back by the game', audit.revokedOrders],
    ['charged, minor units', audit.chargedMinor],
    ['delivered', audit.deliveredMinor],
    ['refunded', audit.refundedMinor],
    ['open', audit.openMinor],
    ...Object.entries(audit.chargedBy).map(([id, minor]): Figure => [`charged with ${id}`, minor]),
    [
      'charged - delivered - refunded - open',
      audit.chargedMinor - audit.deliveredMinor - audit.refundedMinor - audit.openMinor,
    ],
  ];
}

function deliveryFigures(deliveries: StormReport['deliveries']): Figure[] {
  return [
    ['deliveries sent', deliveries.requests],
    ['of them again, with the same id', deliveries.again],
    ['of them refused or cut off', deliveries.refused],
    ['collected by the game instead', deliveries.collected],
  ];
}

function printTable(title: string, figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(([name]) => name.length));
  print(title);
  for (const [name, value] of figures) print(`  ${name.padEnd(width)}  ${value}`);
}
