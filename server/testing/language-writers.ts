// Players who change their language repeatedly and remember acknowledged writes. After each unacknowledged write, and
// on request, a player reads the profile: it must contain the last acknowledged language or the one in flight. Anything
// else is a lost write.
import { setTimeout as sleep } from 'node:timers/promises';
import { locales } from '#model/locale.ts';
import { callApi } from './call-api.ts';
import { chooseDrillSize } from './drill-size.ts';
import { eventually } from './eventually.ts';
import { serverTimeoutMs } from './server-process.ts';

export interface LanguageWriters {
  readonly players: readonly WritingPlayer[];
  acknowledged(): number;
  checkAll(): Promise<void>;
  stop(): Promise<void>;
}

export interface WritingPlayer {
  readonly name: string;
  readonly token: string;
  acknowledged: string | undefined;
  inFlight: string | undefined;
  writes: number;
  checks: number;
  mustCheck: boolean;
  readonly refusals: Map<string, number>;
  readonly lost: string[];
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
      await eventually(() => players.every(({ checks }, index) => checks > (before[index] ?? 0)), serverTimeoutMs);
      const written = players.map(({ writes }) => writes);
      await eventually(
        () => players.every(({ writes }, index) => writes >= (written[index] ?? 0) + fewWrites),
        serverTimeoutMs,
      );
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(playing);
    },
  };
}

export function countRefusals(players: readonly WritingPlayer[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { refusals } of players) for (const [code, count] of refusals) sum[code] = (sum[code] ?? 0) + count;
  return sum;
}

const pauseMs = 50;
const paceMs = chooseDrillSize(40, 0);
const fewWrites = 10;

function newPlayer(name: string, token: string): WritingPlayer {
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

async function play(player: WritingPlayer, options: WritersOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const isAnswered = player.mustCheck ? await check(player, options) : await write(player, options);
    await sleep(isAnswered ? paceMs : pauseMs);
  }
}

async function write(player: WritingPlayer, options: WritersOptions): Promise<boolean> {
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

async function check(player: WritingPlayer, options: WritersOptions): Promise<boolean> {
  const reply = (await ask(player, options, '/profile', {})) as { Locale: string } | undefined;
  if (reply === undefined) return false;
  const { name, acknowledged, inFlight } = player;
  // The first read only records the initial language.
  if (acknowledged !== undefined && reply.Locale !== acknowledged && reply.Locale !== inFlight)
    player.lost.push(`${name} lost ${acknowledged}: ${reply.Locale} is stored, ${inFlight ?? 'nothing'} was in flight`);
  player.acknowledged = reply.Locale;
  player.inFlight = undefined;
  player.mustCheck = false;
  player.checks += 1;
  return true;
}

async function ask(player: WritingPlayer, options: WritersOptions, path: string, body: object): Promise<unknown> {
  const answer = await callApi(`${options.address()}/api/v1${path}`, {
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
