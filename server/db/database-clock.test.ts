import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startDatabaseClock } from './database-clock.ts';

const minuteMs = 60_000;
let tested: TestDatabase;
beforeAll(async () => {
  tested = await createTestDatabase();
});
afterAll(() => tested.drop());

const logged: { msg: string; differenceMs?: number }[] = [];
beforeEach(() => void logged.splice(0));
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line) as { msg: string }) });

async function start(offMs: () => number, everyMs?: number) {
  const ownNow = (): Date => new Date(Date.now() + offMs());
  const clock = await startDatabaseClock({ database: tested.database, log, ownNow, ...(everyMs && { everyMs }) });
  onTestFinished(() => clock.stop());
  return clock;
}

/** The test database runs on this machine, so both clocks agree except for the round trip. */
const isNow = (date: Date): boolean => Math.abs(date.getTime() - Date.now()) < 2000;

test('logs nothing while the clocks agree', async () => {
  const clock = await start(() => 0);
  expect([clock.isRight(), isNow(clock.now()), isNow(await clock.read())]).toEqual([true, true, true]);
  expect(logged).toEqual([]);
});

test.each([
  ['ahead of', 20 * minuteMs],
  ['behind', -20 * minuteMs],
])("uses the database's time if the machine is 20 minutes %s it, and logs it", async (words, offMs) => {
  const clock = await start(() => offMs);
  expect([clock.isRight(), isNow(clock.now()), isNow(await clock.read())]).toEqual([false, true, true]);
  expect(Math.round(clock.differenceMs() / minuteMs)).toBe(offMs / minuteMs);
  expect(logged).toHaveLength(1);
  expect(logged[0]?.msg).toMatch(new RegExp(`clock is \\d+\\.\\d s ${words} the database's. Set both by NTP`));
});

test('notices when the clock changes, and logs each change once', async () => {
  let offMs = 0;
  const clock = await start(() => offMs, 5);
  offMs = 20 * minuteMs;
  await eventually(() => !clock.isRight());
  expect(isNow(clock.now())).toBe(true);
  offMs = 0;
  await eventually(() => clock.isRight() && isNow(clock.now()));
  expect(logged.map(({ msg }) => msg)).toEqual([expect.stringContaining('by NTP'), expect.stringContaining('again')]);
});

test('keeps the last offset while the database is unreachable', async () => {
  const own = await createTestDatabase();
  const ownNow = (): Date => new Date(Date.now() + 20 * minuteMs);
  const clock = await startDatabaseClock({ database: own.database, log, ownNow, everyMs: 5 });
  onTestFinished(() => clock.stop());
  await own.drop();
  await eventually(() => logged.some(({ msg }) => msg.includes('time failed')));
  expect(isNow(clock.now())).toBe(true);
});
