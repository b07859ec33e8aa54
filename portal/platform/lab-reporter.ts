// Development only: reports the messages between game and portal to the lab's page around the portal.
import type { Bridge } from '#bridge/host.browser.ts';
import { methodRules, type MethodName } from '#bridge/protocol.ts';
import type { BridgeHandlers } from '#bridge/handlers.browser.ts';
import type { GamePageReport } from './game-page-report.ts';

export interface LabReporter {
  readonly watchHandlers: (handlers: BridgeHandlers) => BridgeHandlers;
  readonly watchBridge: (bridge: Bridge) => Bridge;
  readonly reportPage: (news: GamePageReport, text: string) => void;
}

/** Undefined if there is no lab page around the portal. */
export function createLabReporter(
  origins: readonly string[],
  page: Pick<Window, 'parent' | 'top' | 'document'> = window,
): LabReporter | undefined {
  const { referrer } = page.document;
  const around = URL.canParse(referrer) ? new URL(referrer) : undefined;
  if (page.parent === page || around === undefined || !origins.includes(around.origin)) return undefined;
  const tell = (line: object): void =>
    // The lab's page is the outermost: a platform's bundle may be in between.
    (page.top ?? page.parent).postMessage(
      { type: 'fxid-lab', line: { at: Date.now(), kind: 'bridge', ...line } },
      around.origin,
    );
  let calls = 0;
  type Handler = (...args: unknown[]) => unknown;
  const watch =
    (name: string, handler: Handler): Handler =>
    async (params, context) => {
      const id = `bridge-${(calls += 1)}`;
      const isLongLived = methodRules[name as MethodName]?.waitsFor === 'person';
      tell({ direction: 'call', name, id, detail: params, isLongLived });
      try {
        const result = await handler(params, context);
        tell({ direction: 'answer', name, id, detail: withoutTokens(result), state: 'done' });
        return result;
      } catch (error) {
        tell({ direction: 'answer', name, id, detail: String(error), state: 'failed' });
        throw error;
      }
    };
  return {
    reportPage: (news, text) => {
      const state = news.state === 'shown' ? 'done' : 'failed';
      tell({ kind: 'page', direction: 'event', name: text, detail: news, state });
    },
    watchHandlers: (handlers) =>
      Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, watch(name, handler as Handler)])),
    watchBridge: (bridge) => ({
      get connected() {
        return bridge.connected;
      },
      emit: (name, data) => {
        tell({ direction: 'event', name, detail: withoutTokens(data) });
        return bridge.emit(name, data);
      },
      dispose: () => bridge.dispose(),
      leave: (patienceMs) => bridge.leave(patienceMs),
    }),
  };
}

/** Developers share this log with others. */
function withoutTokens(value: unknown): unknown {
  return value === undefined
    ? undefined
    : (JSON.parse(
        JSON.stringify(value, (key, each: unknown) => (/token/i.test(key) && typeof each === 'string' ? '…' : each)),
      ) as unknown);
}
