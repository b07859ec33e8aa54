// The statistics of the game in the frame. Events tracked before initialisation are stored and sent afterwards. No call
// blocks the game.
import type { ParamsOf } from '#bridge/protocol.ts';
import type { ScalarValues } from '#bridge/shapes.ts';
import { analyticsEventIds } from '#model/analytics-events.ts';
import type { AnalyticsConfig } from '#model/game.ts';
import type { Log } from '#portal/log.ts';
import type { ConsentStatus } from '#portal/reporting/consent.ts';
import type { AnalyticsEventData } from './analytics-event.ts';
import { matchEventNameExactly, type EventNameMatcher } from './load-event-name-matcher.ts';
import {
  portalAnalyticsTarget,
  routeStatEvent,
  tagManagerTarget,
  type StatEventDelivery,
  type StatEvent,
} from './route-stat-event.ts';
import { toStatColumns } from './stat-columns.ts';
import type { StatTagPusher } from './stat-tag-pusher.ts';

export interface GameStatTracker {
  readonly initialize: (params: ParamsOf<'StatInitialize'>) => void;
  readonly event: (params: ParamsOf<'StatEvent'>) => void;
  readonly dispose: () => void;
}

type LogEvent = (name: string, parameters: ScalarValues) => void | Promise<void>;

export interface GameStatTrackerDeps {
  readonly game: string;
  readonly config: () => AnalyticsConfig | undefined;
  readonly loadEventNameMatcher: (config: AnalyticsConfig | undefined) => Promise<EventNameMatcher>;
  readonly consent: () => ConsentStatus;
  readonly track: (eventId: number, data: AnalyticsEventData) => void;
  readonly tags: StatTagPusher;
  readonly loggers: Readonly<Record<string, LogEvent>>;
  readonly now: () => Date;
  readonly log: Pick<Log, 'debug' | 'warn'>;
}

interface Counted extends StatEvent {
  readonly at: Date;
}

export const maxBufferedStatEvents = 200;
const maxNotes = 50;

export function createGameStatTracker(deps: GameStatTrackerDeps): GameStatTracker {
  const { game, log } = deps;
  let phase: 'waiting' | 'starting' | 'started' | 'over' = 'waiting';
  let kept: Counted[] = [];
  let dropped = 0;
  let deliver = (event: Counted): void => void kept.push(event);
  const logged = new Set<string>();
  const reportOnce = (note: string): void => {
    // Games choose some of the names in messages, so the number of messages is limited.
    if (logged.has(note) || logged.size >= maxNotes) return;
    logged.add(note);
    log.debug(note);
  };

  const handOver = ({ to, name, parameters, isNamedByOperator }: StatEventDelivery, at: Date): void => {
    if (to === portalAnalyticsTarget) {
      const { columns, leftOut } = toStatColumns(game, { name, parameters });
      if (leftOut.length > 0) reportOnce(`No room for ${leftOut.join(', ')} in the event ${name} of ${game}.`);
      return deps.track(analyticsEventIds.GameStat, { columns, at });
    }
    if (isAddress(name)) return reportOnce(`An event of ${game} is called by an address: nobody else gets it.`);
    if (to === tagManagerTarget) {
      if (!deps.tags.push({ name, parameters, isNamedByOperator }))
        reportOnce(`${game} counts too fast for the tag manager: some events are left out there.`);
      return;
    }
    const write = Object.hasOwn(deps.loggers, to) ? deps.loggers[to] : undefined;
    if (!write) return reportOnce(`This platform has no logger "${to}": events of ${game} for it are left out.`);
    // A platform's script may throw synchronously or reject.
    Promise.resolve()
      .then(() => write(name, withoutAddresses(parameters)))
      .catch((error: unknown) => log.warn(`The logger "${to}" failed for the event ${name}.`, error));
  };

  const start = async (properties: ScalarValues): Promise<void> => {
    const config = deps.config();
    const matches = await deps.loadEventNameMatcher(config).catch((error: unknown) => {
      log.warn(
        `Expressions in the analytics sections of ${game} match nothing: the matcher could not be loaded.`,
        error,
      );
      return matchEventNameExactly;
    });
    const { columns } = toStatColumns(game, { name: '', parameters: properties });
    deps.track(analyticsEventIds.GameStatsInitialized, { columns: { ...columns, S2: undefined } });
    deliver = ({ at, ...event }) => {
      if (deps.consent() === 'denied') return;
      for (const delivery of routeStatEvent(config, event, matches)) handOver(delivery, at);
    };
    if (dropped > 0)
      log.warn(`${game} tracked too many events before its statistics started; ${dropped} were dropped.`);
    kept.splice(0).forEach(deliver);
    if (phase === 'starting') phase = 'started';
  };

  return {
    initialize: ({ properties = {} }) => {
      if (phase !== 'waiting') return reportOnce(`The statistics of ${game} are there already.`);
      phase = 'starting';
      return void start(properties);
    },
    event: ({ name, parameters = {} }) => {
      if (phase === 'over') return;
      deliver({ name, parameters, at: deps.now() });
      if (kept.length <= maxBufferedStatEvents) return;
      kept = kept.slice(-maxBufferedStatEvents);
      dropped += 1;
    },
    dispose: () => {
      if (phase === 'waiting' && kept.length > 0)
        log.debug(`${kept.length} events of ${game} are not sent: it never initialised its statistics.`);
      phase = 'over';
    },
  };
}

function withoutAddresses(parameters: ScalarValues): ScalarValues {
  return Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => !(typeof value === 'string' && isAddress(value))),
  );
}

const isAddress = (text: string): boolean => text.includes('@');
