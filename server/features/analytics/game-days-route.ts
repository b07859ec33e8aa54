import { Problem } from '#model/problem.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { addDays, toDay } from './event-days.ts';
import { readGameDays, type DaysQuery } from './read-game-days.ts';

const defaultDays = 30;
const maxDays = 366;

export function createGameDaysRoute({
  database,
  now,
}: Pick<Infrastructure, 'database' | 'now'>): Pick<AreaHandlers<'analytics'>, 'gameDays'> {
  return {
    gameDays: async ({ gameKey: { game }, query }) => {
      const period = requirePeriod(query, toDay(now()));
      return { Days: await readGameDays(database.kysely, { game, ...period }) };
    },
  };
}

/** By default the last 30 days, at most 366. */
export function requirePeriod(
  { From, To }: { readonly From?: string; readonly To?: string },
  today: string,
): DaysQuery {
  const to = requireDay('To', To ?? today);
  const from = requireDay('From', From ?? addDays(to, 1 - defaultDays));
  if (from > to || addDays(from, maxDays) <= to) throw refuse('From', `must be at most ${maxDays} days before To`);
  return { from, to, today };
}

/** Rejects days such as 31 February. */
export function requireDay(field: string, day: string): string {
  const ms = Date.parse(day);
  if (Number.isNaN(ms) || toDay(new Date(ms)) !== day) throw refuse(field, 'must be a day such as 2026-11-18');
  return day;
}

const refuse = (field: string, message: string): Problem =>
  new Problem('InvalidRequest', `${field} ${message}`, { fields: { [field]: message } });
