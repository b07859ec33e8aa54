// Counts errors of games' bridge calls. Portal pages report them and are untrusted: unknown names count as
// `other`, and at most a hundred errors count per report.
import { bridgeErrors, methodRules } from '#bridge/protocol.ts';
import { maxReportedBridgeErrors } from '#model/analytics-events.ts';
import type { BridgeErrorReport } from '#model/bridge-error-report.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { Metrics } from '#server/http/metrics.ts';

export interface BridgeErrorDeps {
  readonly readGame: (game: string) => Promise<{ readonly game: string } | undefined>;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly maxSeries?: number;
}

/** Returns what was counted, with known names only. */
export type CountBridgeErrors = (report: BridgeErrorReport) => Promise<BridgeErrorReport>;

export function createBridgeErrorCounter({ readGame, metrics, maxSeries = 2000 }: BridgeErrorDeps): CountBridgeErrors {
  const series = new Set<string>();
  /** Limits the number of metric series: a forged report could otherwise create one for every error and game. */
  const hasRoom = (name: string): boolean =>
    series.has(name) || (series.size < maxSeries && series.add(name).has(name));
  return async ({ Game, Errors }) => {
    const found = await readGame(Game);
    if (!found) throw buildUnknownGameProblem(Game);
    const { game } = found;
    let left = maxReportedBridgeErrors;
    const counted: BridgeErrorReport['Errors'] = [];
    for (const { Method, Code, Count } of Errors) {
      const by = Math.min(Count, left);
      if (by === 0) break;
      left -= by;
      const code = knownOr(bridgeErrors, Code);
      const method = knownOr(methodRules, Method);
      metrics.count(
        'fxid_bridge_errors_total',
        { game, method: hasRoom(`${game} ${method} ${code}`) ? method : other, code },
        by,
      );
      counted.push({ Method: method, Code: code, Count: by });
    }
    return { Game: game, Errors: counted };
  };
}

const other = 'other';

const knownOr = (list: object, name: string): string => (Object.hasOwn(list, name) ? name : other);
