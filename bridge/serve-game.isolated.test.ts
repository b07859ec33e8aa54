import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { maxRepliesPerTask } from './reply-batcher.browser.ts';
import { BridgeError } from './bridge-error.ts';
import type { ProtocolVersion } from './envelope.ts';
import { connectToPort, type PortalConnection } from './game.browser.ts';
import { bridgeErrors, defaultCallTimeoutMs, methodRules } from './protocol.ts';
import { createMessageBudgets, defaultBridgeLimits, type MessageBudgets } from './limits.browser.ts';
import type { BridgeHandlers } from './handlers.browser.ts';
import { serveGame, type ServedGame, type ServeGameOptions } from './serve-game.browser.ts';

describe('a call', () => {
  // Fakes only the clock and intervals, so that messages are still delivered.
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  it('times out in the portal, for SDKs without timeouts', async () => {
    const { port, close } = serve({ GetUrlHash: () => new Promise(() => {}) });
    const answer = new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)));
    port.postMessage({ id: 1, method: 'GetUrlHash' });
    await messagesDelivered();
    vi.advanceTimersByTime(defaultCallTimeoutMs + 500);
    expect(await answer).toEqual({ id: 1, error: { code: 'Timeout', message: 'GetUrlHash was not answered in time' } });
    close();
  });

  it('has no timeout while it waits for the player', async () => {
    const choice = Promise.withResolvers<{ outcome: 'invited'; invited: number }>();
    const { port, close } = serve({ InviteFriends: () => choice.promise });
    const game = connectToPort(port, 'https://portal.example');
    const invited = game.call('InviteFriends', {});
    await messagesDelivered();
    vi.advanceTimersByTime(24 * 3_600_000);
    choice.resolve({ outcome: 'invited', invited: 3 });
    expect(await invited).toEqual({ outcome: 'invited', invited: 3 });
    close();
  });

  it('stays timed out when the handler replies too late', async () => {
    const answer = Promise.withResolvers<{ hash: string }>();
    const { port, close } = serve({ GetUrlHash: () => answer.promise });
    const messages: unknown[] = [];
    port.onmessage = ({ data }) => messages.push(data);
    port.postMessage({ id: 1, method: 'GetUrlHash' });
    await messagesDelivered();
    vi.advanceTimersByTime(defaultCallTimeoutMs + 500);
    answer.resolve({ hash: 'late' });
    await messagesDelivered();
    expect(messages).toHaveLength(1);
    close();
  });
});

describe('an error reply', () => {
  it('is reported with its method and code, whatever caused it', async () => {
    const told: string[] = [];
    const { port, served } = serve(
      {
        GetUrlHash: () => ({ hash: '' }),
        GetInfo: () => Promise.reject(new Error('broken')),
        CopyText: () => {
          throw new BridgeError('UserCancelled');
        },
        OpenModal: () => new Promise(() => {}),
      },
      1,
      (method, code) => told.push(`${method} ${code}`),
    );
    const calls = [
      { method: 'GetUrlHash' },
      { method: 'GetInfo' },
      { method: 'CopyText', params: { text: 'x' } },
      { method: 'CopyText', params: { text: 3 } },
      { method: 'WordsFilter', params: { text: 'x' } },
      { method: 'constructor' },
      { method: 'OpenModal', params: { url: '/docs/tos' } },
    ];
    calls.forEach((call, index) => port.postMessage({ requestId: index + 1, ...call }));
    await vi.waitFor(() => expect(told).toHaveLength(5));
    served.close();
    expect(told.toSorted()).toEqual([
      'CopyText InvalidRequest',
      'CopyText UserCancelled',
      'GetInfo Unknown',
      'OpenModal Closed',
      'WordsFilter NotSupported',
      'undefined UnknownMethod',
    ]);
  });
});

describe('a connection', () => {
  it('aborts handlers that wait for the player when the game is gone', async () => {
    let told: unknown;
    const { port, game, close } = connected({
      OpenModal: (_, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            told = signal.reason;
            resolve();
          }),
        ),
    });
    const modal = game.call('OpenModal', { url: '/docs/tos' });
    const closed = expect(modal).rejects.toMatchObject({ code: 'Closed' });
    await messagesDelivered();
    port.close();
    await vi.waitFor(() => expect(told).toMatchObject({ code: 'Closed' }));
    await closed;
    close();
  });

  it('closes each call of an old SDK separately, and those of a new SDK with the close message', async () => {
    for (const version of [1, 2] as const) {
      const { port, served } = serve({ OpenModal: () => new Promise(() => {}) }, version);
      const last = new Promise<unknown[]>((resolve) => {
        const messages: unknown[] = [];
        port.onmessage = ({ data }: MessageEvent<{ closed?: boolean }>) => {
          messages.push(data);
          if (data.closed) resolve(messages);
        };
      });
      port.postMessage({ id: 7, requestId: 7, method: 'OpenModal', params: { url: '/docs/tos' } });
      await messagesDelivered();
      served.close();
      const error = { errorCode: 'Unknown', message: bridgeErrors.Closed };
      expect(await last).toEqual([...(version === 1 ? [{ requestId: 7, error }] : []), { closed: true }]);
    }
  });

  it("keeps a listener's error from the other listeners", async () => {
    const { game, served, close } = connected({});
    const mistakes: unknown[] = [];
    const catchMistake = (error: unknown): void => void mistakes.push(error);
    // The test runner reports uncaught errors as failures, but this test expects one.
    const runners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', catchMistake);
    try {
      game.on('Leaving', () => {
        throw new Error('a mistake');
      });
      const heard = new Promise((resolve) => game.on('Leaving', resolve));
      served.emit('Leaving', {});
      await heard;
      await vi.waitFor(() => expect(mistakes).toMatchObject([{ message: 'a mistake' }]));
    } finally {
      process.removeAllListeners('uncaughtException');
      for (const runner of runners) process.on('uncaughtException', runner);
    }
    close();
  });
});

describe('leaving', () => {
  it('ends the calls, then waits until the game has handled the event', async () => {
    const { game, served } = connected({ OpenModal: () => new Promise(() => {}) });
    const heard: string[] = [];
    const modal = game.call('OpenModal', { url: '/docs/tos' });
    const closed = expect(modal).rejects.toMatchObject({ code: 'Closed' });
    await messagesDelivered();
    game.on('Leaving', () => void heard.push('Leaving'));
    game.onClosed(() => void heard.push('closed'));
    await served.leave(60_000);
    await closed;
    expect(heard).toEqual(['Leaving', 'closed']);
    await expect(game.call('GetUrlHash')).rejects.toMatchObject({ code: 'Closed' });
  });

  it('does not wait longer than the timeout', async () => {
    let handled = 0;
    const { port, served } = serve({ GetUrlHash: () => ({ hash: String((handled += 1)) }) });
    const received: unknown[] = [];
    port.addEventListener('message', ({ data }) => void received.push(data));
    port.start();
    await served.leave(20);
    await messagesDelivered();
    expect(received[0]).toMatchObject({ event: 'Leaving' });
    const count = received.length;
    await served.leave(60_000);
    port.postMessage({ id: 1, method: 'GetUrlHash' });
    await messagesDelivered();
    expect(handled).toBe(0);
    expect(received).toHaveLength(count);
  });
});

describe('a flood', () => {
  it('is handled within the budget, then refused, then disconnected', async () => {
    let handled = 0;
    const { port, notes, flood } = flooded({ GetUrlHash: () => ({ hash: String((handled += 1)) }) });
    const answers = await flood(60_000, 'GetUrlHash');
    const { all, refused } = defaultBridgeLimits;
    expect(handled).toBe(all.burst);
    expect(answers.filter((each) => 'result' in each)).toHaveLength(all.burst);
    expect(answers.filter((each) => codeOf(each) === 'TooManyRequests')).toHaveLength(refused.burst + 1);
    expect(answers.at(-1)).toEqual({ closed: true });
    expect(answers).toHaveLength(all.burst + refused.burst + 2);
    expect(notes).toHaveLength(1);
    port.close();
  });

  it('of messages that are not calls is disconnected too', async () => {
    const { flood } = flooded({});
    expect(await flood(60_000, 7)).toEqual([{ closed: true }]);
  });

  it('does not continue on another port of the same frame', async () => {
    let handled = 0;
    const handlers = { GetUrlHash: () => ({ hash: String((handled += 1)) }) };
    const first = flooded(handlers);
    await first.flood(60_000, 'GetUrlHash');
    const again = flooded(handlers, first.budgets);
    expect(await again.flood(60_000, 'GetUrlHash')).toHaveLength(2);
    expect(handled).toBe(defaultBridgeLimits.all.burst);
  });

  it('of calls that wait for one result has few waiting calls and gets its replies in batches', async () => {
    const answer = Promise.withResolvers<{ hash: string }>();
    let handled = 0;
    const { port, flood } = flooded({
      GetUrlHash: () => {
        handled += 1;
        return answer.promise;
      },
    });
    const { maxWaiting } = defaultBridgeLimits;
    const asked = maxWaiting + 50;
    const refusals = await flood(asked, 'GetUrlHash', asked - maxWaiting);
    expect(refusals.map(codeOf)).toEqual(Array.from({ length: 50 }, () => 'TooManyRequests'));
    expect(handled).toBe(maxWaiting);
    const answers: unknown[] = [];
    port.onmessage = ({ data }) => void answers.push(data);
    const tasks = vi.spyOn(globalThis, 'setTimeout');
    answer.resolve({ hash: 'now' });
    await vi.waitFor(() => expect(answers).toHaveLength(maxWaiting));
    const slices = tasks.mock.calls.filter(([, ms]) => ms === undefined).length;
    tasks.mockRestore();
    expect(slices).toBe(maxWaiting / maxRepliesPerTask - 1);
    expect(answers.map((each) => (each as { id: number }).id)).toEqual(
      Array.from({ length: maxWaiting }, (_, id) => id),
    );
  });
});

it('checks the capability of every method that needs one', async () => {
  const needing = Object.entries(methodRules).filter(([, { needs }]) => needs !== undefined);
  expect(needing).not.toEqual([]);
  // These handlers would reply if they were called.
  const all = Object.fromEntries(needing.map(([name]) => [name, () => ({ reached: true })]));
  const { game, close } = connected(all);
  for (const [name, { needs }] of needing)
    await expect(game.callUntyped(name)).rejects.toMatchObject({
      code: 'NotSupported',
      message: expect.stringContaining(needs ?? '') as string,
    });
  close();
});

function serve(handlers: BridgeHandlers, version: ProtocolVersion = 2, onError?: ServeGameOptions['onError']) {
  const { port1, port2 } = new MessageChannel();
  const served: ServedGame = serveGame(port1, version, {
    handlers,
    capabilities: () => ['FriendsInvite'],
    hasGesture: () => true,
    limits: defaultBridgeLimits,
    budgets: createMessageBudgets(defaultBridgeLimits),
    log: () => {},
    ...(onError && { onError }),
    onClosed: () => {},
  });
  return { port: port2, served, close: () => served.close() };
}

function connected(handlers: BridgeHandlers) {
  const { port1, port2 } = new MessageChannel();
  const served = serveGame(port1, 2, {
    handlers,
    capabilities: () => [],
    hasGesture: () => true,
    limits: defaultBridgeLimits,
    budgets: createMessageBudgets(defaultBridgeLimits),
    log: () => {},
    onClosed: () => {},
  });
  const game: PortalConnection = connectToPort(port2, 'https://portal.example');
  return { port: port2, served, game, close: () => served.close() };
}

/** A portal with a stopped clock, so that no budget refills. */
function flooded(handlers: BridgeHandlers, budgets?: MessageBudgets) {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const notes: string[] = [];
  const { port1, port2 } = new MessageChannel();
  const used = budgets ?? createMessageBudgets(defaultBridgeLimits);
  serveGame(port1, 2, {
    handlers,
    capabilities: () => [],
    hasGesture: () => true,
    limits: defaultBridgeLimits,
    budgets: used,
    log: (note) => void notes.push(note),
    onClosed: () => {},
  });
  onTestFinished(() => port2.close());
  const flood = (count: number, method: unknown, until = Infinity): Promise<Record<string, unknown>[]> =>
    new Promise((resolve) => {
      const answers: Record<string, unknown>[] = [];
      port2.onmessage = ({ data }: MessageEvent<Record<string, unknown>>) => {
        answers.push(data);
        if (data['closed'] === true || answers.length >= until) resolve(answers);
      };
      for (let id = 0; id < count; id += 1) port2.postMessage(typeof method === 'string' ? { id, method } : method);
    });
  return { port: port2, notes, flood, budgets: used };
}

const codeOf = ({ error }: Record<string, unknown>): unknown => (error as { code?: string } | undefined)?.code;

/** Uses another channel, whose messages arrive after the earlier ones. */
async function messagesDelivered(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) {
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
    port1.close();
  }
}
