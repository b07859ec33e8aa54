import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findInvocationFolder } from '#server/config.ts';
import { readCommand, type ParsedCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { createClickHouseEvents } from './clickhouse-events.ts';
import { requestErasureOfMissing } from './event-erasures.ts';
import { addDays, toDay } from './event-days.ts';
import { createEventEncoder, eventFormats } from './event-formats.ts';
import { openEventStore } from './open-event-store.ts';
import { requireDay } from './game-days-route.ts';
import { readGameDays } from './read-game-days.ts';

const forms = {
  days: { words: ['game'], does: 'prints the figures of the last 30 days' },
  export: {
    words: ['day', 'file'],
    options: { game: 'game' },
    does: `writes the events of a day, such as 2026-11-17, to a file that ends with .${eventFormats.join(' or .')}`,
  },
  'erase-missing': {
    words: [],
    does: 'deletes events of accounts that no longer exist in ClickHouse, after a restore of its backup',
  },
} as const satisfies SubcommandDefinitions;

export const readAnalyticsArguments = (given: readonly string[]): ParsedCommand<typeof forms> =>
  readCommand('analytics', forms, given);

interface AnalyticsCommandDeps extends Pick<DatabaseCommandDeps, 'database' | 'report' | 'now'> {
  readonly config: Pick<DatabaseCommandDeps['config'], 'analyticsStore'>;
}

export async function runAnalyticsCommand(
  asked: ParsedCommand<typeof forms>,
  deps: AnalyticsCommandDeps,
): Promise<void> {
  if (asked.action === 'days') await printDays(asked.words[0], deps);
  else if (asked.action === 'erase-missing') await eraseMissingAccounts(deps);
  else await exportDay(asked.words[0], asked.words[1], asked.options.game, deps);
}

async function printDays(game: string, { database, report, now }: AnalyticsCommandDeps): Promise<void> {
  await requireGame(database.kysely, game);
  const today = toDay(now());
  const days = await readGameDays(database.kysely, { game, from: addDays(today, -29), to: today, today });
  if (days.length === 0) report(`${game} had no players or orders in the last 30 days, or the job has not run yet.`);
  for (const { Day, ...figures } of days)
    report([Day, ...Object.entries(figures).map(([name, value]) => `${name} ${value}`)].join('  '));
}

async function exportDay(
  day: string,
  file: string,
  game: string | undefined,
  { config, database, report, now }: AnalyticsCommandDeps,
): Promise<void> {
  requireDay('The day', day);
  const format = eventFormats.find((each) => file.endsWith(`.${each}`));
  if (!format) throw new Error(`The file ${file} must end with .${eventFormats.join(' or .')}.`);
  if (game !== undefined) await requireGame(database.kysely, game);
  const store = openEventStore(config, database);
  await store.requireReadable(day, toDay(now()));
  const path = resolve(findInvocationFolder(), file);
  const encoder = createEventEncoder(format);
  let count = 0;
  // An existing file is not overwritten.
  const output = await open(path, 'wx', 0o600);
  try {
    await store.readDayEvents({ day, game, userId: 'account' }, async (events) => {
      count += events.length;
      await output.writeFile(encoder.encode(events));
    });
    await output.writeFile(encoder.finish());
    await output.close();
  } catch (error) {
    await output.close();
    await rm(path, { force: true });
    throw error;
  }
  report(`${count} events of ${day} are in ${path}.`);
}

async function eraseMissingAccounts({ config, database, report }: AnalyticsCommandDeps): Promise<void> {
  if (!config.analyticsStore) throw new Error("ANALYTICS_URL isn't set: there are no events in ClickHouse.");
  const count = await requestErasureOfMissing(createClickHouseEvents(config.analyticsStore), database);
  report(`${count} accounts no longer exist. A running node deletes their events within minutes.`);
}
