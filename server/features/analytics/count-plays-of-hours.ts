// Counts started games by hour, for the overview, so that it reads no events.
import type { Database } from '#server/db/database.ts';
import { addDays, toDay } from './event-days.ts';
import type { EventStore } from './event-store.ts';

const keptDays = 7;

export async function countPlaysOfHours(
  { kysely }: Pick<Database, 'kysely'>,
  store: Pick<EventStore, 'countPlaysByHour'>,
  now: Date,
): Promise<void> {
  const today = toDay(now);
  // Just after midnight, events of the last hour may still have arrived since the last count.
  const days = now.getUTCHours() === 0 ? [addDays(today, -1), today] : [today];
  for (const day of days)
    for (const { hour, plays } of await store.countPlaysByHour(day))
      await kysely
        .insertInto('portal_hours')
        .values({ hour: new Date(Date.parse(day) + hour * 3_600_000), plays })
        .onConflict((conflict) =>
          conflict
            .column('hour')
            .doUpdateSet(({ fn }) => ({ plays: fn<number>('greatest', ['portal_hours.plays', 'excluded.plays']) })),
        )
        .execute();
  await kysely
    .deleteFrom('portal_hours')
    .where('hour', '<', new Date(Date.parse(addDays(today, -keptDays))))
    .execute();
}
