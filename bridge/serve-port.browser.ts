// The portal's end of one port: reads calls, checks them, hands them to the portal's handlers and answers. Nothing that a game
// sends can make it throw, take long or leave a call without an answer; a game that does not stop flooding loses its port.
import { createAnswerSlices } from './answer-slices.browser.ts';
import { BridgeError } from './bridge-error.ts';
import { compileCheck, type Fits } from './compile-check.ts';
import { closeMessage, errorMessage, isRecord, readRequest, resultMessage } from './envelope.ts';
import type { ProtocolVersion, Request, RequestId } from './envelope.ts';
import type { Budgets, Limits } from './limits.browser.ts';
import { isPlainData } from './plain-data.ts';
import { bridgeErrors, defaultTimeoutMs, methods } from './protocol.ts';
import type {
  BridgeErrorCode,
  EventName,
  Events,
  MethodName,
  MethodRule,
  Nothing,
  ParamsOf,
  ResultOf,
} from './protocol.ts';
import { eventSchemas, methodSchemas } from './schemas.ts';
import type { Capability } from './shapes.ts';

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

export interface Service {
  readonly handlers: Handlers;
  readonly capabilities: () => readonly Capability[];
  readonly hasGesture: () => boolean;
  readonly limits: Pick<Limits, 'message' | 'mostWaiting'>;
  readonly budgets: Budgets;
  readonly log: (note: string, error?: unknown) => void;
  /** A call was answered with an error; undefined: it named no method of ours. */
  readonly onError?: (method: MethodName | undefined, code: BridgeErrorCode) => void;
  readonly onClosed: () => void;
}

export interface ServedPort {
  emit<E extends EventName>(event: E, data: Events[E]): void;
  close(): void;
  /** Ends all calls and tells the game that it is left; resolves when the game has heard it, or after that time. */
  leave(patienceMs: number): Promise<void>;
}

export function servePort(port: MessagePort, version: ProtocolVersion, service: Service): ServedPort {
  const { limits, budgets, log } = service;
  const now = (): number => performance.now();
  const slices = createAnswerSlices();
  const gone = new AbortController();
  const context: CallContext = { signal: gone.signal };
  const waiting = new Map<number, { readonly id: RequestId; readonly method: MethodName; readonly deadline: number }>();
  const withPerson = new Set<MethodName>();
  let lastKey = 0;
  let sweeping: ReturnType<typeof setInterval> | undefined;

  const post = (message: object): void => void (gone.signal.aborted || port.postMessage(message));
  const fail = ({ id, method }: Call, code: BridgeErrorCode, message: string = bridgeErrors[code]): void => {
    if (gone.signal.aborted) return;
    post(errorMessage(version, id, code, message));
    service.onError?.(isMethod(method) ? method : undefined, code);
  };

  /** Nothing is taken and nothing answered from here on; the port itself is still open. */
  const end = (lastEvent?: object): void => {
    // Newer SDKs end all their calls with the last word.
    if (version === 1) for (const call of waiting.values()) fail(call, 'Closed');
    waiting.clear();
    slices.clear();
    clearInterval(sweeping);
    if (lastEvent) post(lastEvent);
    port.postMessage(closeMessage);
    gone.abort(new BridgeError('Closed'));
  };

  const close = (): void => {
    if (gone.signal.aborted) return;
    end();
    port.close();
    service.onClosed();
  };

  const leave = (patienceMs: number): Promise<void> =>
    new Promise((resolve) => {
      if (gone.signal.aborted) return resolve();
      const finish = (): void => {
        clearTimeout(timer);
        port.close();
        resolve();
      };
      const timer = setTimeout(finish, patienceMs);
      // The game's own last word comes after its listeners have heard ours.
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (isRecord(data) && data['closed'] === true) finish();
      };
      port.addEventListener('close', finish);
      end({ event: 'Leaving' satisfies EventName, data: {} });
      return service.onClosed();
    });

  const refuse = (request: Request | undefined, code: BridgeErrorCode, message?: string): void => {
    if (request) fail(request, code, message);
    if (budgets.refused.take()) return;
    log('The game did not stop although it was refused again and again: its connection is closed.');
    close();
  };

  const finish = (id: RequestId, method: MethodName, result: unknown): void => {
    try {
      const answer = result ?? {};
      if (!checks[method].result(answer)) throw new TypeError('The result is not what the protocol says');
      post(resultMessage(version, id, answer));
    } catch (error) {
      failWith(id, method, error);
    }
  };

  const failWith = (id: RequestId, method: MethodName, error: unknown): void => {
    if (error instanceof BridgeError) return fail({ id, method }, error.code, error.message);
    // What went wrong inside the portal is not a game's business.
    log(`The handler of ${method} failed`, error);
    return fail({ id, method }, 'Unknown');
  };

  const rest = (): void => {
    if (waiting.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };

  // Whoever takes it off the list answers: the handler, the clock or the end.
  const answerCall = (key: number, answer: () => void): void =>
    slices.add(() => {
      if (waiting.delete(key)) answer();
      rest();
    });

  // One timer for all calls: ten thousand of them would need ten thousand otherwise.
  const sweep = (): void => {
    const nowMs = now();
    for (const [key, call] of waiting) {
      if (call.deadline > nowMs) continue;
      // Not once more before its turn has come.
      waiting.set(key, { ...call, deadline: Infinity });
      answerCall(key, () => fail(call, 'Timeout', `${call.method} was not answered in time`));
    }
  };

  const wait = (id: RequestId, method: MethodName, rule: MethodRule, result: Promise<unknown>): void => {
    lastKey += 1;
    const key = lastKey;
    const timeoutMs = rule.waitsFor ? Infinity : (rule.timeoutMs ?? defaultTimeoutMs);
    waiting.set(key, { id, method, deadline: now() + timeoutMs });
    sweeping ??= setInterval(sweep, sweepMs);
    if (rule.waitsFor) withPerson.add(method);
    const settle = (answer: () => void): void => {
      withPerson.delete(method);
      answerCall(key, answer);
    };
    result.then(
      (value) => settle(() => finish(id, method, value)),
      (error: unknown) => settle(() => failWith(id, method, error)),
    );
  };

  const start = (request: Request): void => {
    const { id, method: name, params } = request;
    if (!isPlainData(params, limits.message)) return refuse(request, 'TooLarge');
    if (!isMethod(name)) return fail(request, 'UnknownMethod', `There is no method "${name}"`);
    const rule = methods[name];
    const handler = service.handlers[name] as ((params: unknown, context: CallContext) => unknown) | undefined;
    if (!handler) return fail(request, 'NotSupported', `${name} is not available here`);
    if (rule.needs && !service.capabilities().includes(rule.needs))
      return fail(request, 'NotSupported', `${name} needs the capability ${rule.needs}`);
    if (!checks[name].params(params)) return fail(request, 'InvalidRequest', `The parameters are not those of ${name}`);
    if (rule.gesture && !service.hasGesture()) return fail(request, 'GestureRequired');
    if (withPerson.has(name)) return fail(request, 'Busy', `${name} is still waiting for the player`);
    if (waiting.size >= limits.mostWaiting) return refuse(request, 'TooManyRequests');
    if (rule.reaches && !budgets[rule.reaches].take()) return refuse(request, 'TooManyRequests');
    try {
      const result = handler(params, context);
      return result instanceof Promise ? wait(id, name, rule, result) : finish(id, name, result);
    } catch (error) {
      return failWith(id, name, error);
    }
  };

  port.onmessage = (event: MessageEvent<unknown>) => {
    if (gone.signal.aborted) return undefined;
    slices.begin();
    if (isRecord(event.data) && event.data['closed'] === true) return close();
    const request = readRequest(event.data, version);
    if (!request) return refuse(undefined, 'InvalidRequest');
    return budgets.all.take() ? start(request) : refuse(request, 'TooManyRequests');
  };
  port.onmessageerror = () => refuse(undefined, 'InvalidRequest');
  port.addEventListener('close', close);

  return {
    emit(event, data) {
      if (!eventChecks[event](data))
        throw new TypeError(`The data of the event ${event} is not what the protocol says`);
      post({ event, data });
    },
    close,
    leave,
  };
}

/** As much of a call as its answer needs. */
type Call = Pick<Request, 'id' | 'method'>;

const sweepMs = 250;

const checks = Object.fromEntries(
  Object.entries(methodSchemas).map(([name, { params, result }]) => [
    name,
    { params: compileCheck(params), result: compileCheck(result) },
  ]),
) as Record<MethodName, { params: Fits; result: Fits }>;

const eventChecks = Object.fromEntries(
  Object.entries(eventSchemas).map(([name, schema]) => [name, compileCheck(schema)]),
) as Record<EventName, Fits>;

function isMethod(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}
