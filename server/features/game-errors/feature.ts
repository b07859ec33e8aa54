import { buildUnknownGameProblem, requireGame } from '#server/db/require-game.ts';
import type { BridgeErrorReport } from '#model/bridge-error-report.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { listGameErrors } from './list-game-errors.ts';
import { nameBrowser } from './name-browser.ts';
import { removeOldGameErrors, storeGameErrors } from './store-game-errors.ts';

export interface GameErrorsFeatureDeps extends Pick<Infrastructure, 'database' | 'jobs' | 'now'> {
  readonly readGame: (game: string) => Promise<{ readonly game: string } | undefined>;
}

export function createGameErrorsFeature({ database, jobs, now, readGame }: GameErrorsFeatureDeps) {
  const removeOld = defineRecurringJob({
    name: 'old-game-errors',
    everyMs: 86_400_000,
    leaseSeconds: 300,
    database,
    jobs,
    now,
    run: () => removeOldGameErrors(database),
  });
  return {
    /** Failed calls of the bridge, which pages report apart from the others. */
    storeBridgeErrors: ({ Game, Errors }: BridgeErrorReport, userAgent: string): Promise<void> =>
      storeGameErrors(
        database,
        Game,
        Errors.slice(0, maxBridgeErrors).map(({ Method, Code, Count }) => ({
          kind: 'Bridge',
          message: `${Method}: ${Code}`,
          place: '',
          count: Count,
        })),
        { browser: nameBrowser(userAgent) },
      ),
    routes: {
      analytics: {
        reportGameErrors: async ({ body: { Game, PageErrors }, caller }) => {
          if (!(await readGame(Game))) throw buildUnknownGameProblem(Game);
          const errors = PageErrors.map(({ Kind, Message, Place, Count }) => ({
            kind: Kind,
            message: Message,
            place: Place,
            count: Count,
          }));
          await storeGameErrors(database, Game, errors, { browser: nameBrowser(caller().userAgent) });
        },
      } satisfies Pick<AreaHandlers<'analytics'>, 'reportGameErrors'>,
      operatorErrors: {
        list: async ({ params: { Game }, query: { Days = 7, Build, Browser } }) => {
          await requireGame(database.kysely, Game);
          return {
            Groups: await listGameErrors(database.kysely, Game, { days: Days, build: Build, browser: Browser }),
          };
        },
      } satisfies AreaHandlers<'operatorErrors'>,
    },
    jobs: [removeOld],
  };
}

const maxBridgeErrors = 20;
