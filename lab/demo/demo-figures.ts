// Figures that look like a month of operation: more players at weekends and in the evening, slow growth, and a little
// noise that is the same on every machine.
import { hash } from 'node:crypto';

export interface DemoDay {
  readonly day: string;
  readonly players: number;
  readonly new_players: number;
  readonly sessions: number;
  readonly visits: number;
  readonly orders: number;
  readonly buyers: number;
  readonly revenue_usd_minor: number;
  readonly refunded_usd_minor: number;
  readonly returned_day1: number;
  readonly returned_day7: number;
  readonly returned_day30: number;
}

const msPerDay = 86_400_000;
const weekdays = [1.35, 0.86, 0.84, 0.88, 0.95, 1.12, 1.42];

/** The days before `today`, oldest first. @param players on an average day */
export function makeDemoDays(
  name: string,
  { today, days, players: average }: { readonly today: string; readonly days: number; readonly players: number },
): DemoDay[] {
  return Array.from({ length: days }, (_, index) => {
    const at = new Date(Date.parse(today) - (days - index) * msPerDay);
    const day = at.toISOString().slice(0, 10);
    const noise = (what: string): number => 0.9 + 0.2 * fraction(`${name} ${day} ${what}`);
    const growth = 0.85 + (0.3 * index) / days;
    const players = Math.round(average * growth * (weekdays[at.getUTCDay()] ?? 1) * noise('players'));
    const added = Math.round(players * 0.22 * noise('new'));
    const orders = Math.round(players * 0.035 * noise('orders'));
    const revenue = Math.round(orders * 640 * noise('revenue'));
    return {
      day,
      players,
      new_players: added,
      sessions: Math.round(players * 1.7 * noise('sessions')),
      visits: Math.round(players * 2.6 * noise('visits')),
      orders,
      buyers: Math.round(orders * 0.8),
      revenue_usd_minor: revenue,
      refunded_usd_minor: fraction(`${name} ${day} refund`) > 0.7 ? Math.min(revenue, 499) : 0,
      returned_day1: Math.round(added * 0.38 * noise('day1')),
      returned_day7: index + 7 < days ? Math.round(added * 0.17 * noise('day7')) : 0,
      returned_day30: index + 30 < days ? Math.round(added * 0.08 * noise('day30')) : 0,
    };
  });
}

/** The hours before `now`, oldest first, with the share of a day's players that comes in each. */
export function makeDemoHours(
  name: string,
  { now, hours, perDay }: { readonly now: Date; readonly hours: number; readonly perDay: number },
): { readonly hour: Date; readonly count: number }[] {
  const last = Math.floor(now.getTime() / 3_600_000);
  return Array.from({ length: hours }, (_, index) => {
    const hour = new Date((last - hours + index) * 3_600_000);
    // Most at 20 o'clock, fewest at 8.
    const evening = 1 + 0.75 * Math.cos(((hour.getUTCHours() - 20) / 24) * 2 * Math.PI);
    const noise = 0.85 + 0.3 * fraction(`${name} ${hour.toISOString()}`);
    return { hour, count: Math.round((perDay / 24) * evening * (weekdays[hour.getUTCDay()] ?? 1) * noise) };
  });
}

/** From 0 to 1. */
const fraction = (seed: string): number => Number.parseInt(hash('sha256', seed, 'hex').slice(0, 8), 16) / 0xff_ff_ff_ff;
