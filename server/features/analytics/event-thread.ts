// A worker thread that parses analytics events; see `event-parser.ts`.
import { getPriority, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Problem, type ProblemCode } from '#model/problem.ts';
import type { EventBatch } from './event-batch.ts';
import { parseEvents, type EventsRequest } from './parse-events.ts';

export interface ThreadRequest extends EventsRequest {
  readonly id: number;
}

export interface ThreadReply {
  readonly id: number;
  readonly batch?: EventBatch | undefined;
  /** Why the request is rejected. An error would lose its code on the way to another thread. */
  readonly problem?: { readonly code: ProblemCode; readonly detail: string; readonly fields: Problem['fields'] };
}

// On Linux this applies to the calling thread only, elsewhere to the whole process.
if (platform() === 'linux') setPriority(Math.min(getPriority() + 5, 19));

parentPort?.on('message', (request: ThreadRequest) => parentPort?.postMessage(reply(request), []));

function reply({ id, ...request }: ThreadRequest): ThreadReply {
  try {
    return { id, batch: parseEvents(request) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { id, problem: { code: error.code, detail: error.message, fields: error.fields } };
  }
}
