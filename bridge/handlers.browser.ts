// What the portal has for a game's calls: one handler for each method that it can answer.
import type { MethodName, Nothing, ParamsOf, ResultOf } from './protocol.ts';

export interface CallContext {
  /** Aborted when the game is gone: what waits for the player closes then. */
  readonly signal: AbortSignal;
}

/** A method without a handler answers NotSupported. A handler throws BridgeError to answer with a code. */
export type Handlers = {
  readonly [M in MethodName]?: (params: ParamsOf<M>, context: CallContext) => Outcome<M> | Promise<Outcome<M>>;
};

// A handler with nothing to say may return nothing.
type Outcome<M extends MethodName> = ResultOf<M> | (Nothing extends ResultOf<M> ? void : never);
