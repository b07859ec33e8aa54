// Parses analytics events in a worker thread: a batch takes milliseconds, in which the event loop serves other requests.
import { Worker } from 'node:worker_threads';
import { Problem } from '#model/problem.ts';
import type { Log } from '#server/http/log.ts';
import type { EventBatch } from './event-batch.ts';
import type { ThreadReply, ThreadRequest } from './event-thread.ts';
import type { EventsRequest } from './parse-events.ts';
import { buildOverloadProblem } from './track-admission.ts';

export interface EventParser {
  /** Starts the thread before the first request needs it. */
  start(): void;
  /** Rejects with a `Problem` if the events are invalid. Resolves with undefined if there are none. */
  parse(request: EventsRequest): Promise<EventBatch | undefined>;
  close(): Promise<void>;
}

export function createEventParser(log: Log): EventParser {
  let thread: Worker | undefined;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<EventBatch | undefined>>();

  const startThread = (): Worker => {
    const started = new Worker(new URL('./event-thread.ts', import.meta.url));
    started.unref();
    started.on('message', ({ id, batch, problem }: ThreadReply) => {
      const request = waiting.get(id);
      waiting.delete(id);
      if (problem) request?.reject(new Problem(problem.code, problem.detail, { fields: problem.fields }));
      else request?.resolve(batch);
    });
    started.on('error', (error) => log.error({ err: error }, 'The thread that parses analytics events failed.'));
    // The next request starts another thread.
    started.on('exit', () => {
      thread = undefined;
      for (const { reject } of waiting.values()) reject(buildOverloadProblem());
      waiting.clear();
    });
    return started;
  };
  return {
    start: () => {
      thread ??= startThread();
    },
    parse: ({ body, sender, receivedAt }) => {
      const id = (lastId += 1);
      const result = Promise.withResolvers<EventBatch | undefined>();
      waiting.set(id, result);
      const request: ThreadRequest = {
        id,
        body,
        sender: sender && { accountId: sender.accountId, ...(sender.game !== undefined && { game: sender.game }) },
        receivedAt,
      };
      thread ??= startThread();
      thread.postMessage(request, []);
      return result.promise;
    },
    close: async () => {
      await thread?.terminate();
    },
  };
}
