// What a feature adds to the server. `features/<feature>/feature.ts` exports the factory; `compose-server.ts` calls it.
import type { FastifyInstance } from 'fastify';
import type { ApiHandlers } from './http/implement-api.ts';
import type { JobDefinition } from './jobs/define-job.ts';

/** Every part is optional. A factory only creates: nothing runs before `start`. */
export interface Feature {
  readonly routes?: { readonly [Area in keyof ApiHandlers]?: Partial<ApiHandlers[Area]> };
  readonly jobs?: readonly JobDefinition[];
  readonly mount?: (app: FastifyInstance) => void | Promise<void>;
  /** Starts what requests need. Called after the job workers have started and before the server listens. */
  readonly start?: () => void | Promise<void>;
  /** Starts background work. Called in one process of the node, after `start` of all features. */
  readonly startBackgroundWork?: () => void;
  /** Called after the last request and before the job workers stop, also if nothing was started. */
  readonly stop?: () => Promise<void>;
}

/** Merges the handlers of all features. The compiler compares the result with the contract. */
export function mergeRoutes<F extends Feature>(features: readonly F[]): MergedRoutes<F> {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const { routes = {} } of features)
    for (const [area, calls] of Object.entries(routes)) {
      const known = (merged[area] ??= {});
      for (const [name, handler] of Object.entries(calls)) {
        if (name in known) throw new Error(`Two features implement ${area}.${name}.`);
        known[name] = handler;
      }
    }
  return merged as MergedRoutes<F>;
}

// TypeScript infers an intersection from a union of function parameters: `{ auth: A } | { auth: B }` becomes both.
type MergedRoutes<F> = RoutesTaker<F> extends (routes: infer Merged) => void ? Merged : never;
type RoutesTaker<F> = F extends { readonly routes: infer Routes } ? (routes: Routes) => void : never;
