import type { MethodName, EmptyObject, ParamsOf, ResultOf } from './protocol.ts';

export interface CallContext {
  /** Aborted when the game is gone. Dialogs that wait for the player then close. */
  readonly signal: AbortSignal;
}

/** A method without a handler replies NotSupported. A handler throws BridgeError to reply with an error code. */
export type BridgeHandlers = {
  readonly [M in MethodName]?: (params: ParamsOf<M>, context: CallContext) => Outcome<M> | Promise<Outcome<M>>;
};

type Outcome<M extends MethodName> = ResultOf<M> | (EmptyObject extends ResultOf<M> ? void : never);
