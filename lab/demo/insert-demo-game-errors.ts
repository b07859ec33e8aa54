// Errors of the demo games over the last two weeks, as browsers would have reported them.
import { sql, type Transaction } from 'kysely';
import type { GameErrorKind } from '#model/game-error-report.ts';
import type { Tables } from '#server/db/tables.ts';
import { stableId } from './stable-id.ts';

interface DemoError {
  readonly kind: GameErrorKind;
  readonly message: string;
  readonly place: string;
  /** How often, by day before today. */
  readonly counts: Readonly<Record<number, number>>;
  readonly browsers: readonly string[];
  readonly build: number;
}

const demoErrors: Readonly<Record<string, readonly DemoError[]>> = {
  'gem-miner': [
    {
      kind: 'Error',
      message: "TypeError: Cannot read properties of undefined (reading 'tiles')",
      place: 'https://gem-miner.example/mine.js:64',
      counts: { 0: 41, 1: 38, 2: 52, 3: 7 },
      browsers: ['Chrome 128', 'Edge 128', 'Yandex 24'],
      build: 2,
    },
    {
      kind: 'Bridge',
      message: 'BuyProduct: Timeout',
      place: '',
      counts: { 0: 3, 1: 5, 4: 2, 9: 1 },
      browsers: ['Safari 17', 'Chrome 128'],
      build: 2,
    },
    {
      kind: 'Missing',
      message: 'HTTP 404',
      place: 'https://gem-miner.example/sounds/pick-2.ogg',
      counts: { 5: 120, 6: 133, 7: 98, 8: 140, 9: 77 },
      browsers: ['Chrome 127', 'Firefox 129', 'Safari 17'],
      build: 1,
    },
    {
      kind: 'Refused',
      message: 'connect-src',
      place: 'https://stats.example',
      counts: { 2: 9, 3: 12, 4: 8 },
      browsers: ['Firefox 130'],
      build: 2,
    },
  ],
  'sky-courier': [
    {
      kind: 'Overlay',
      message: 'Out of memory. If you are the developer of this content, try allocating more memory.',
      place: '',
      counts: { 0: 2, 3: 1, 6: 4, 11: 2 },
      browsers: ['Safari 16', 'Samsung Internet 25'],
      build: 1,
    },
    {
      kind: 'Broken',
      message: 'RuntimeError: memory access out of bounds',
      place: '',
      counts: { 1: 6, 2: 4 },
      browsers: ['Chrome 126'],
      build: 1,
    },
  ],
};

export async function insertDemoGameErrors(trx: Transaction<Tables>): Promise<void> {
  const rows = Object.entries(demoErrors).flatMap(([game, errors]) =>
    errors.flatMap(({ kind, message, place, counts, browsers, build }) =>
      Object.entries(counts).map(([daysAgo, count]) => ({
        game,
        day: sql<string>`current_date - ${Number(daysAgo)}::int`,
        fingerprint: stableId(`${game} ${kind} ${message} ${place}`).replaceAll('-', ''),
        kind,
        message,
        place,
        count,
        first_at: sql<Date>`now() - make_interval(days => ${Number(daysAgo)}, hours => 5)`,
        last_at: sql<Date>`now() - make_interval(days => ${Number(daysAgo)}, mins => 20)`,
        browsers: JSON.stringify(shareOut(count, browsers)),
        builds: JSON.stringify({ [build]: count }),
      })),
    ),
  );
  await trx.insertInto('game_errors').values(rows).execute();
}

/** The first browser has half of them, the next half of the rest. */
function shareOut(count: number, browsers: readonly string[]): Record<string, number> {
  let left = count;
  return Object.fromEntries(
    browsers.map((browser, at) => {
      const share = at === browsers.length - 1 ? left : Math.ceil(left / 2);
      left -= share;
      return [browser, share];
    }),
  );
}
