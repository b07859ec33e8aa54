// Calls between the primary process and a worker, over the channel that Node opens between them. Every call ends: with
// a reply, an error or a timeout.
import { withTimeout } from '#server/with-timeout.ts';

/** The calls that one side offers. Arguments and results must be JSON. */
export type LinkCalls = object;

type CallName<Calls> = keyof Calls & string;
type CallArguments<Call> = Call extends (...given: infer Given) => unknown ? Given : never;
type CallResult<Call> = Call extends (...given: never[]) => infer Result ? Awaited<Result> : never;

export type LinkHandlers<Calls extends LinkCalls> = {
  readonly [Name in CallName<Calls>]: (
    ...given: CallArguments<Calls[Name]>
  ) => CallResult<Calls[Name]> | Promise<CallResult<Calls[Name]>>;
};

/** `process` in a worker, the worker in the primary process. */
export interface MessageChannelEnd {
  send(message: object, callback: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

export interface MessageLink<Remote extends LinkCalls> {
  call<Name extends CallName<Remote>>(
    name: Name,
    ...given: CallArguments<Remote[Name]>
  ): Promise<CallResult<Remote[Name]>>;
}

type LinkMessage =
  | { readonly fxid: 'call'; readonly id: number; readonly name: string; readonly given: readonly unknown[] }
  | { readonly fxid: 'reply'; readonly id: number; readonly result?: unknown; readonly error?: string };

const defaultTimeoutMs = 2000;

export function openMessageLink<Remote extends LinkCalls, Own extends LinkCalls>(
  channel: MessageChannelEnd,
  handlers: LinkHandlers<Own>,
  { timeoutMs = defaultTimeoutMs } = {},
): MessageLink<Remote> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  // The other process has ended: its exit is handled elsewhere, and waiting calls time out.
  const send = (message: LinkMessage): void => void channel.send(message, () => undefined);
  const answer = async (id: number, name: string, given: readonly unknown[]): Promise<void> => {
    try {
      // The other side passes the arguments that its type of these handlers asks for.
      const handler = (handlers as unknown as Readonly<Record<string, (...given: readonly unknown[]) => unknown>>)[
        name
      ];
      if (!handler) throw new Error(`Unknown call: ${name}.`);
      send({ fxid: 'reply', id, result: await handler(...given) });
    } catch (error) {
      send({ fxid: 'reply', id, error: error instanceof Error ? error.message : String(error) });
    }
  };
  channel.on('message', (message) => {
    if (!isLinkMessage(message)) return;
    if (message.fxid === 'call') {
      void answer(message.id, message.name, message.given);
      return;
    }
    const call = waiting.get(message.id);
    if (message.error === undefined) call?.resolve(message.result);
    else call?.reject(new Error(message.error));
  });
  return {
    call: async (name, ...given) => {
      lastId += 1;
      const id = lastId;
      const reply = Promise.withResolvers<unknown>();
      waiting.set(id, reply);
      send({ fxid: 'call', id, name, given });
      const late = (): Error => new Error(`The other process did not answer ${name} within ${timeoutMs} ms.`);
      try {
        // The other side has the handlers of this type.
        return (await withTimeout(reply.promise, timeoutMs, late)) as CallResult<Remote[typeof name]>;
      } finally {
        waiting.delete(id);
      }
    },
  };
}

const isLinkMessage = (message: unknown): message is LinkMessage =>
  typeof message === 'object' && message !== null && 'fxid' in message;
