// Players who change their language over and over, each one write after another, and remember what the server acknowledged.
// After every write that was not acknowledged, and whenever asked, a player reads the profile before writing again: it must
// hold the last acknowledged language or the one that was in flight. Anything else is a loss.
import { setTimeout as sleep } from 'node:timers/promises';
import { locales } from '#model/locale.ts';
import { call } from './call.ts';
import { drillSize } from './drill-size.ts';
import { eventually } from './eventually.ts';
import { maxWaitMs } from './server-process.ts';

export interface LanguageWriters {
  readonly players: readonly Player[];
  /** How many writes were acknowledged. */
  acknowledged(): number;
  /** Waits until every player has read the profile, and then written a few times more. */
  checkAll(): Promise<void>;
  /** Ends all players; none has a request under way afterwards. */
  stop(): Promise<void>;
}

export interface Player {
  readonly name: string;
  readonly token: string;
  acknowledged: string | undefined;
  inFlight: string | undefined;
  writes: number;
  checks: number;
  mustCheck: boolean;
  /** Requests that were refused with a problem, by its code, and those without an answer, as "none". */
  readonly refusals: Map<string, number>;
  /** Acknowledged writes that are gone, in words. There must be none. */
  readonly lost: string[];
  /** Adapter answers, answers without a code, and hangs, in words. There must be none. */
  readonly broken: string[];
}

export interface WritersOptions {
  readonly tokens: Readonly<Record<string, string>>;
  readonly address: () => string;
  readonly headers?: () => Record<string, string>;
}

export function startLanguageWriters(options: WritersOptions): LanguageWriters {
  const stopping = new AbortController();
  const players = Object.entries(options.tokens).map(([name, token]) => newPlayer(name, token));
  const playing = players.map((player) => play(player, options, stopping.signal));
  return {
    players,
    acknowledged: () => players.reduce((sum, { writes }) => sum + writes, 0),
    checkAll: async () => {
      const before = players.map(({ checks }) => checks);
      for (const player of players) player.mustCheck = true;
      await eventually(() => players.every(({ checks }, index) => checks > (before[index] ?? 0)), maxWaitMs);
      const written = players.map(({ writes }) => writes);
      await eventually(
        () => players.every(({ writes }, index) => writes >= (written[index] ?? 0) + fewWrites),
        maxWaitMs,
      );
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(playing);
    },
  };
}

/** All refusals of all players, by code. */
export function countRefusals(players: readonly Player[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { refusals } of players) for (const [code, count] of refusals) sum[code] = (sum[code] ?? 0) + count;
  return sum;
}

const pauseMs = 50;
/** Between two writes: in a drill they press as hard as they can. */
const paceMs = drillSize(40, 0);
const fewWrites = 10;

function newPlayer(name: string, token: string): Player {
  return {
    name,
    token,
    acknowledged: undefined,
    inFlight: undefined,
    writes: 0,
    checks: 0,
    mustCheck: true,
    refusals: new Map(),
    lost: [],
    broken: [],
  };
}

async function play(player: Player, options: WritersOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const isAnswered = player.mustCheck ? await check(player, options) : await write(player, options);
    await sleep(isAnswered ? paceMs : pauseMs);
  }
}

async function write(player: Player, options: WritersOptions): Promise<boolean> {
  const language = nextLocale(player.acknowledged);
  player.inFlight = language;
  const reply = await ask(player, options, '/profile/update', { Language: language });
  if (reply === undefined) {
    player.mustCheck = true;
    return false;
  }
  player.acknowledged = language;
  player.inFlight = undefined;
  player.writes += 1;
  return true;
}

async function check(player: Player, options: WritersOptions): Promise<boolean> {
  const reply = (await ask(player, options, '/profile', {})) as { Locale: string } | undefined;
  if (reply === undefined) return false;
  const { name, acknowledged, inFlight } = player;
  // The first look of all only learns what is there.
  if (acknowledged !== undefined && reply.Locale !== acknowledged && reply.Locale !== inFlight)
    player.lost.push(`${name} lost ${acknowledged}: ${reply.Locale} is stored, ${inFlight ?? 'nothing'} was in flight`);
  player.acknowledged = reply.Locale;
  player.inFlight = undefined;
  player.mustCheck = false;
  player.checks += 1;
  return true;
}

/** The reply, or undefined when there was none; why is put down with the player. */
async function ask(player: Player, options: WritersOptions, path: string, body: object): Promise<unknown> {
  const answer = await call(`${options.address()}/api/v1${path}`, {
    body,
    token: player.token,
    ...(options.headers && { headers: options.headers() }),
  });
  if (answer.outcome === 'done') return answer.body;
  if (answer.outcome === 'broken') {
    player.broken.push(`${player.name}: ${path} ${answer.why}`);
    return undefined;
  }
  const reason = answer.outcome === 'refused' ? `${answer.status} ${answer.code}` : 'none';
  player.refusals.set(reason, (player.refusals.get(reason) ?? 0) + 1);
  return undefined;
}

function nextLocale(locale: string | undefined): string {
  const index = locales.findIndex((each) => each === locale);
  return locales[(index + 1) % locales.length] ?? locales[0];
}
