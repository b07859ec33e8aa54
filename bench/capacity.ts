// `npm run bench -- capacity`: what a number of monthly players needs, as the tables of docs/guides/scaling.md. Plain
// arithmetic from assumptions about players and from the lines that other benchmarks printed (`measured.jsonl`).
import { readFileSync } from 'node:fs';

/** CPU time of a call on the large data set. */
interface CallCost {
  readonly call: string;
  readonly perVisit: number;
  readonly nodeMs: number;
  readonly databaseMs: number;
}

export interface Profile {
  readonly calls: readonly CallCost[];
  /** Bytes in PostgreSQL, with indexes and all that belongs to it. */
  readonly bytes: Readonly<Record<'account' | 'order' | 'event', number>>;
  readonly kilobytesPerConnection: number;
}

/** About players, not measured. Each operator has other ones: change them and run the command again. */
export const assumptions = {
  visitsPerMonth: 8,
  minutesPerVisit: 15,
  /** Of a day's visits. */
  peakHourShare: 0.1,
  /** Cores are this busy at the peak. */
  busyShare: 0.5,
  /** Accounts that were ever created, for each player of this month. */
  accountsPerPlayer: 5,
  eventsPerVisit: 60,
  eventRetentionDays: 90,
  ordersPerVisit: 0.01,
  orderYears: 5,
  savesPerAccount: 2,
  /** With the earlier revisions that are kept. */
  kilobytesPerSave: 15,
  /** Of the portal and of games that the browser has not cached. */
  megabytesPerVisit: 6,
  cdnDollarsPerGigabyte: 0.02,
  connectionsPerWorker: 8,
} as const;

const { ordersPerVisit, eventsPerVisit } = assumptions;
const eventsPerCall = 10;
const callsPerVisit: readonly { readonly call: string; readonly perVisit: number }[] = [
  { call: 'page', perVisit: 2 },
  { call: 'sign_in', perVisit: 0.5 },
  { call: 'profile', perVisit: 2 },
  { call: 'browse', perVisit: 2 },
  { call: 'search', perVisit: 0.3 },
  { call: 'friends', perVisit: 1 },
  { call: 'store_data', perVisit: 0.5 },
  { call: 'create_payment', perVisit: ordersPerVisit },
  { call: 'events', perVisit: eventsPerVisit / eventsPerCall },
  { call: 'save', perVisit: 5 },
];

export interface Plan {
  readonly monthlyPlayers: number;
  readonly callsPerSecond: number;
  readonly nodeCores: number;
  readonly databaseCores: number;
  readonly databaseConnections: number;
  readonly openConnections: number;
  readonly openConnectionGigabytes: number;
  readonly eventGigabytes: number;
  readonly otherGigabytes: number;
  readonly megabitsPerSecond: number;
  readonly cdnDollarsPerMonth: number;
}

/** Everything at the peak hour, except for storage and the costs of a month. */
export function planCapacity(monthlyPlayers: number, { calls, bytes, kilobytesPerConnection }: Profile): Plan {
  const { visitsPerMonth, peakHourShare, busyShare, megabytesPerVisit } = assumptions;
  const visits = monthlyPlayers * visitsPerMonth;
  const visitsPerSecond = ((visits / 30) * peakHourShare) / 3600;
  const sum = (value: (call: CallCost) => number): number =>
    calls.reduce((total, call) => total + call.perVisit * value(call), 0);
  const cores = (msPerVisit: number): number => Math.ceil((visitsPerSecond * msPerVisit) / 1000 / busyShare);
  const nodeCores = cores(sum(({ nodeMs }) => nodeMs));
  const openConnections = Math.round(visitsPerSecond * assumptions.minutesPerVisit * 60);
  const accounts = monthlyPlayers * assumptions.accountsPerPlayer;
  const orders = visits * 12 * assumptions.orderYears * ordersPerVisit;
  const events = visits * (assumptions.eventRetentionDays / 30) * eventsPerVisit;
  return {
    monthlyPlayers,
    callsPerSecond: Math.round(visitsPerSecond * sum(() => 1)),
    nodeCores,
    databaseCores: cores(sum(({ databaseMs }) => databaseMs)),
    databaseConnections: nodeCores * assumptions.connectionsPerWorker,
    openConnections,
    openConnectionGigabytes: (openConnections * kilobytesPerConnection) / 1e6,
    eventGigabytes: (events * bytes.event) / 1e9,
    otherGigabytes:
      (accounts * (bytes.account + assumptions.savesPerAccount * assumptions.kilobytesPerSave * 1000) +
        orders * bytes.order) /
      1e9,
    megabitsPerSecond: visitsPerSecond * megabytesPerVisit * 8,
    cdnDollarsPerMonth: (visits * megabytesPerVisit * assumptions.cdnDollarsPerGigabyte) / 1000,
  };
}

const plannedPlayers = [10_000, 1_000_000, 100_000_000];

export function printCapacity(profile: Profile): string {
  const plans = plannedPlayers.map((players) => planCapacity(players, profile));
  const rows: [string, (plan: Plan) => number, string?][] = [
    ['calls per second', (plan) => plan.callsPerSecond],
    ['cores for Node.js', (plan) => plan.nodeCores],
    ['cores for PostgreSQL', (plan) => plan.databaseCores],
    ['connections to PostgreSQL', (plan) => plan.databaseConnections],
    ['players online at once', (plan) => plan.openConnections],
    ['memory for their connections', (plan) => plan.openConnectionGigabytes, 'GB'],
    ['storage without events', (plan) => plan.otherGigabytes, 'GB'],
    ['storage of events', (plan) => plan.eventGigabytes, 'GB'],
    ['bandwidth, mostly of the CDN', (plan) => plan.megabitsPerSecond, 'Mbit/s'],
    ['CDN per month', (plan) => plan.cdnDollarsPerMonth, 'USD'],
  ];
  const total = (value: (call: CallCost) => number): string =>
    profile.calls.reduce((sum, call) => sum + call.perVisit * value(call), 0).toFixed(2);
  return [
    '| call | per visit | Node.js, ms | PostgreSQL, ms |',
    '|---|---:|---:|---:|',
    ...profile.calls.map(
      ({ call, perVisit, nodeMs, databaseMs }) =>
        `| ${call} | ${perVisit} | ${nodeMs.toFixed(2)} | ${databaseMs.toFixed(2)} |`,
    ),
    `| **a visit** | ${total(() => 1)} | ${total(({ nodeMs }) => nodeMs)} | ${total(({ databaseMs }) => databaseMs)} |`,
    '',
    `| monthly players | ${plans.map(({ monthlyPlayers }) => format(monthlyPlayers)).join(' | ')} |`,
    `|---|${plans.map(() => '---:|').join('')}`,
    ...rows.map(
      ([name, value, unit = '']) =>
        `| ${name} | ${plans.map((plan) => `${format(value(plan))} ${unit}`.trimEnd()).join(' | ')} |`,
    ),
  ].join('\n');
}

/** Two digits matter; the rest would pretend to be exact. */
function format(value: number): string {
  if (value < 1) return value < 0.1 ? 'under 0.1' : value.toFixed(1);
  return Number(value.toPrecision(2)).toLocaleString('en-US');
}

type MeasuredLine = Readonly<Record<string, string | number | boolean>>;

export function readProfile(file = new URL('measured.jsonl', import.meta.url)): Profile {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as MeasuredLine);
  const find = (wanted: MeasuredLine): ((key: string) => number) => {
    const entries = Object.entries(wanted);
    const line = lines.find((each) => entries.every(([key, value]) => each[key] === value));
    return (key) => {
      const value = line?.[key];
      if (typeof value !== 'number') throw new Error(`measured.jsonl has no ${key} of ${JSON.stringify(wanted)}.`);
      return value;
    };
  };
  const ofPart = (part: string): number => find({ measure: 'generate', part, data: 'large' })('bytesEach');
  return {
    calls: callsPerVisit.map(({ call, perVisit }) => {
      if (call === 'save' || call === 'page') {
        const ofCall = find({ measure: call });
        return {
          call,
          perVisit,
          nodeMs: ofCall('cpuMsPerRequest'),
          databaseMs: ofCall('databaseCpuMsPerRequest'),
        };
      }
      const ofCall = find({ measure: 'growth', call });
      return { call, perVisit, nodeMs: ofCall('largeNodeCpuMs'), databaseMs: ofCall('largeDatabaseCpuMs') };
    }),
    bytes: {
      account: ofPart('accounts'),
      order: ofPart('orders'),
      event: ofPart('events'),
    },
    kilobytesPerConnection: find({ measure: 'presence' })('kilobytesPerConnection'),
  };
}
