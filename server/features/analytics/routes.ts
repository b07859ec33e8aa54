// Accepts analytics events and answers once they are durable.
import type { BridgeErrorReport } from '#model/bridge-error-report.ts';
import { withRawBody, type AreaHandlers } from '#server/http/implement-api.ts';
import type { CountBridgeErrors } from './count-bridge-errors.ts';
import type { EventParser } from './event-parser.ts';
import type { EventWriter } from './event-writer.ts';
import { buildOverloadProblem } from './track-admission.ts';

export interface AnalyticsRoutesDeps {
  readonly parser: Pick<EventParser, 'parse'>;
  readonly writer: Pick<EventWriter, 'write'>;
  /** False if too many events wait for ClickHouse. */
  readonly hasRoom: () => Promise<boolean>;
  readonly now: () => Date;
  readonly countBridgeErrors: CountBridgeErrors;
  readonly storeBridgeErrors: (report: BridgeErrorReport, userAgent: string) => Promise<void>;
}

export function createAnalyticsRoutes({
  parser,
  writer,
  hasRoom,
  now,
  countBridgeErrors,
  storeBridgeErrors,
}: AnalyticsRoutesDeps): Pick<AreaHandlers<'analytics'>, 'track' | 'countBridgeErrors'> {
  return {
    track: withRawBody(async ({ body, session }) => {
      if (!(await hasRoom())) throw buildOverloadProblem();
      const receivedAt = now();
      const batch = await parser.parse({ body, sender: await session(), receivedAt });
      if (batch) await writer.write(batch);
    }),
    countBridgeErrors: async ({ body, caller }) => {
      await storeBridgeErrors(await countBridgeErrors(body), caller().userAgent);
    },
  };
}
