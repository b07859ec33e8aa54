// The portal's end of a game's message port. No message of a game can make it throw, block, or leave a call without a
// reply. A game that keeps sending too many messages loses its port.
import { admitCall, isMethodName, type CallAdmissionOptions } from './admit-call.browser.ts';
import { BridgeError } from './bridge-error.ts';
import { isEventValid, isResultValid } from './validate-message.ts';
import { closeMessage, buildErrorMessage, isRecord, parseRequest, buildResultMessage } from './envelope.ts';
import type { ProtocolVersion, BridgeRequest } from './envelope.ts';
import type { CallContext } from './handlers.browser.ts';
import type { MessageBudgets } from './limits.browser.ts';
import { createPendingCalls, type PendingCall } from './pending-calls.browser.ts';
import { bridgeErrors } from './protocol.ts';
import type { BridgeErrorCode, EventName, Events, MethodName } from './protocol.ts';

export interface ServeGameOptions extends CallAdmissionOptions {
  readonly budgets: MessageBudgets;
  readonly log: (note: string, error?: unknown) => void;
  readonly onError?: (method: MethodName | undefined, code: BridgeErrorCode) => void;
  readonly onClosed: () => void;
}

export interface ServedGame {
  emit<E extends EventName>(event: E, data: Events[E]): void;
  close(): void;
  /** Ends all calls and sends the Leaving event. Resolves when the game has handled it, or after the timeout. */
  leave(timeoutMs: number): Promise<void>;
}

export function serveGame(port: MessagePort, version: ProtocolVersion, service: ServeGameOptions): ServedGame {
  const { budgets, log } = service;
  const gone = new AbortController();
  const context: CallContext = { signal: gone.signal };
  const answers = createAnswers(port, version, service, gone.signal);
  const open = createPendingCalls((call) => answers.fail(call, 'Timeout', `${call.method} was not answered in time`));

  /** Stops reading calls and sending replies. The port itself stays open. */
  const end = (lastEvent?: object): void => {
    const unanswered = open.clear();
    // Newer SDKs reject their open calls themselves when they get the close message.
    if (version === 1) for (const call of unanswered) answers.fail(call, 'Closed');
    if (lastEvent) answers.post(lastEvent);
    port.postMessage(closeMessage);
    gone.abort(new BridgeError('Closed'));
  };

  const close = (): void => {
    if (gone.signal.aborted) return;
    end();
    port.close();
    service.onClosed();
  };

  const leave = async (timeoutMs: number): Promise<void> => {
    if (gone.signal.aborted) return;
    const ended = awaitLastWord(port, timeoutMs);
    end({ event: 'Leaving' satisfies EventName, data: {} });
    service.onClosed();
    await ended;
  };

  const refuse = (request: BridgeRequest | undefined, code: BridgeErrorCode, message?: string): void => {
    if (request) answers.fail(request, code, message);
    if (budgets.refused.take()) return;
    log('The game did not stop although it was refused again and again: its connection is closed.');
    close();
  };

  const start = (request: BridgeRequest): void => {
    const admitted = admitCall(request, service, open);
    if ('code' in admitted) {
      const { code, message, parameter, isExcessive } = admitted;
      return isExcessive ? refuse(request, code, message) : answers.fail(request, code, message, parameter);
    }
    const call = { id: request.id, method: admitted.method };
    try {
      const result = admitted.run(context);
      if (!(result instanceof Promise)) return answers.finish(call, result);
      return open.add(call, admitted.rule, result, (settled) =>
        'value' in settled ? answers.finish(call, settled.value) : answers.failWith(call, settled.error),
      );
    } catch (error) {
      return answers.failWith(call, error);
    }
  };

  port.onmessage = (event: MessageEvent<unknown>) => {
    if (gone.signal.aborted) return undefined;
    open.beginTask();
    if (isLastWord(event.data)) return close();
    const request = parseRequest(event.data, version);
    if (!request) return refuse(undefined, 'InvalidRequest');
    return budgets.all.take() ? start(request) : refuse(request, 'TooManyRequests');
  };
  port.onmessageerror = () => refuse(undefined, 'InvalidRequest');
  port.addEventListener('close', close);

  return {
    emit(event, data) {
      if (!isEventValid(event, data))
        throw new TypeError(`The data of the event ${event} is not what the protocol says`);
      answers.post({ event, data });
    },
    close,
    leave,
  };
}

function createAnswers(
  port: MessagePort,
  version: ProtocolVersion,
  { log, onError }: ServeGameOptions,
  gone: AbortSignal,
) {
  const post = (message: object): void => void (gone.aborted || port.postMessage(message));
  const fail = (
    { id, method }: Pick<BridgeRequest, 'id' | 'method'>,
    code: BridgeErrorCode,
    message: string = bridgeErrors[code],
    parameter?: string,
  ): void => {
    if (gone.aborted) return;
    post(buildErrorMessage(version, id, code, message, parameter));
    onError?.(isMethodName(method) ? method : undefined, code);
  };
  const failWith = (call: PendingCall, error: unknown): void => {
    if (error instanceof BridgeError) return fail(call, error.code, error.message, error.parameter);
    // Internal errors of the portal are logged and not shown to the game.
    log(`The handler of ${call.method} failed`, error);
    return fail(call, 'Unknown');
  };
  const finish = (call: PendingCall, result: unknown): void => {
    try {
      const answer = result ?? {};
      if (!isResultValid(call.method, answer)) throw new TypeError('The result is not what the protocol says');
      post(buildResultMessage(version, call.id, answer));
    } catch (error) {
      failWith(call, error);
    }
  };
  return { post, fail, failWith, finish };
}

/** Waits for the game's close message, which it sends after its listeners have run, and closes the port. */
function awaitLastWord(port: MessagePort, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      port.close();
      resolve();
    };
    const timer = setTimeout(finish, timeoutMs);
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isLastWord(data)) finish();
    };
    port.addEventListener('close', finish);
  });
}

const isLastWord = (data: unknown): boolean => isRecord(data) && data['closed'] === true;
