// Test cases for the bridge from the game's side. They run both in Node and in a real frame, so they need no test
// runner. A case fails by throwing.
import fc from 'fast-check';
import { anyCharacter } from '#model/testing/any-character.ts';
import type { BridgeError } from '#bridge/bridge-error.ts';
import { helloMessageType, isRecord, portMessageType } from '#bridge/envelope.ts';
import { connectToPortal, type PortalConnection } from '#bridge/game.browser.ts';
import type { MessageRecipient, GameWindow } from '#bridge/handshake.browser.ts';
import { methodRules, type BridgeErrorCode, type MethodName } from '#bridge/protocol.ts';
import { testPlayerInfo } from './test-portal.ts';

export interface ProtocolCase {
  readonly name: string;
  readonly run: (window: GameWindow) => Promise<void>;
}

const withGame = (name: string, run: (game: PortalConnection) => Promise<void>): ProtocolCase => ({
  name,
  run: async (window) => run(await connect(window)),
});

export const protocolCases: readonly ProtocolCase[] = [
  withGame('replies to a call', async (game) => {
    same(await game.call('GetInfo'), testPlayerInfo);
    await game.call('SetUrlHash', { hash: 'level=3' });
    same(await game.call('GetUrlHash'), { hash: 'level=3' });
    await game.call('SetUrlHash', { hash: '' });
    same(await game.call('GetUrlHash'), { hash: '' });
  }),

  withGame('replies to ten thousand concurrent calls, each with its own result', async (game) => {
    const calls = Array.from({ length: 10_000 }, (_, at) => game.call('ChangeLanguage', { language: `l${at}` }));
    const answers = await Promise.all(calls);
    same(answers.filter(({ language }, at) => language !== `l${at}`).length, 0);
  }),

  withGame('refuses unknown, unsupported and forbidden calls with a code', async (game) => {
    await fails('UnknownMethod', game.callUntyped('Nonsense'));
    await fails('UnknownMethod', game.callUntyped('constructor'));
    await fails('UnknownMethod', game.callUntyped('__proto__'));
    await fails('NotSupported', game.call('JoinCommunity'));
    same(await game.call('GetFriends'), { friends: [] });
  }),

  withGame("validates parameters with the method's schema", async (game) => {
    const missing = await fails('InvalidRequest', game.callUntyped('SetUrlHash', {}));
    same(missing.parameter, 'hash');
    same(missing.message.includes('"hash" is missing'), true);
    await fails('InvalidRequest', game.callUntyped('SetUrlHash', { hash: 1 }));
    await fails('InvalidRequest', game.callUntyped('SetUrlHash', { hash: '', more: 1 }));
    await fails('InvalidRequest', game.callUntyped('SetUrlHash', { hash: 'x'.repeat(2049) }));
    await fails('InvalidRequest', game.callUntyped('SetUrlHash', []));
    await fails('InvalidRequest', game.callUntyped('SetUrlHash', 'hash'));
    await fails('InvalidRequest', game.callUntyped('BuyProduct', { sku: '../../etc' }));
    const parameters = [{ ['x'.repeat(101)]: 1 }, { '': 1 }, { a: { b: 1 } }, { a: [1] }, { 'a\0': 1 }, many(201)];
    for (const each of parameters)
      await fails('InvalidRequest', game.callUntyped('StatEvent', { name: 'a', parameters: each }));
    await game.callUntyped('StatEvent', { name: 'a', parameters: { ...many(199), ['x'.repeat(100)]: null } });
    await game.callUntyped('SendInGameEvent', { eventCode: 'a', p1: undefined });
  }),

  withGame("returns only the code of a handler's error", async (game) => {
    await fails('UserCancelled', game.call('StatEvent', { name: 'cancel' }));
    const failure = await fails('Unknown', game.call('StatEvent', { name: 'throw' }));
    same(failure.message.includes('hunter2'), false);
    await fails('Unknown', game.call('StatEvent', { name: 'wrong' }));
    await fails('Unknown', game.call('StatEvent', { name: 'leak' }));
  }),

  withGame('times out a call without a reply', async (game) => {
    const failure = await fails('Timeout', game.call('StatEvent', { name: 'silent' }, { timeoutMs: 300 }));
    same(failure.method, 'StatEvent');
  }),

  withGame('allows a purchase only after a user gesture, and one at a time', async (game) => {
    same((await game.call('BuyProduct', { sku: 'gems' })).transactionId, 'gems');
    const waiting = game.call('BuyProduct', { sku: 'waits' });
    await fails('Busy', game.call('BuyProduct', { sku: 'gems' }));
    await game.call('StatEvent', { name: 'no-gesture' });
    await fails('GestureRequired', game.call('BuyProduct', { sku: 'gems' }));
    game.close();
    await fails('Closed', waiting);
  }),

  withGame('rejects every call when the portal goes away', async (game) => {
    let told = 0;
    game.onClosed(() => (told += 1));
    const waiting = [game.call('BuyProduct', { sku: 'waits' }), game.call('StatEvent', { name: 'silent' })];
    const last = game.call('StatEvent', { name: 'dispose' });
    await Promise.all([...waiting, last].map((each) => fails('Closed', each)));
    await fails('Closed', game.call('GetInfo'));
    same([game.closed, told], [true, 1]);
  }),

  withGame('sends events to all listeners except removed ones', async (game) => {
    const heard: unknown[] = [];
    const all = new Promise((resolve) => game.on('Leaving', resolve));
    game.on('LanguageChanged', (data) => heard.push(data));
    game.on('FocusChanged', (data) => heard.push(data));
    game.on('LanguageChanged', () => heard.push('stopped'))();
    await game.call('StatEvent', { name: 'emit' });
    await all;
    same(heard, [{ language: 'fr' }, { focused: false, reason: 'pip' }]);
  }),

  withGame('refuses data that cannot be cloned before sending it', async (game) => {
    await fails('InvalidRequest', game.callUntyped('SetUrlHash', { hash: () => {} }));
    same((await game.call('GetUrlHash')).hash, '');
  }),

  withGame('refuses data that is too large, too deep or not plain', async (game) => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    let deep: unknown = 1;
    for (let depth = 0; depth < 200; depth += 1) deep = [deep];
    const polluting = ['__proto__', 'constructor', 'prototype'].map((name): unknown =>
      JSON.parse(`{"name":"a","parameters":{"${name}":1}}`),
    );
    const tooMuch = [
      { hash: 'x'.repeat(20_000_000) },
      { hash: Array.from({ length: 100_000 }, () => 1) },
      { hash: deep },
      cycle,
      new Map(),
      { hash: new ArrayBuffer(8) },
      { hash: new Date() },
      { hash: 1n },
      ...polluting,
    ];
    for (const params of tooMuch) await fails('TooLarge', game.callUntyped('StatEvent', params));
    same((await game.call('GetUrlHash')).hash, '');
  }),

  withGame('gives server calls a smaller budget', async (game) => {
    const calls = Array.from({ length: 150 }, () => game.call('SendInGameEvent', { eventCode: 'x' }));
    const codes = (await Promise.allSettled(calls)).map((each) =>
      each.status === 'rejected' ? (each.reason as BridgeError).code : 'answered',
    );
    same(new Set(codes), new Set(['answered', 'TooManyRequests']));
    same(codes.slice(0, 100).includes('TooManyRequests'), false);
    same((await game.call('GetUrlHash')).hash, '');
  }),

  withGame('refuses calls of a game that sends too many, and closes its port if it continues', async (game) => {
    const codes = new Map<string, number>();
    const count = (code: string): void => void codes.set(code, (codes.get(code) ?? 0) + 1);
    for (let round = 0; round < 40 && !game.closed; round += 1) {
      const calls = Array.from({ length: 5000 }, () => game.call('GetUrlHash'));
      for (const each of await Promise.allSettled(calls))
        count(each.status === 'rejected' ? (each.reason as BridgeError).code : 'answered');
    }
    same(game.closed, true);
    same([...codes.keys()].toSorted(), ['Closed', 'TooManyRequests', 'answered']);
  }),

  {
    name: 'replies to every request exactly once, whatever it contains',
    run: async (window) => {
      const port = await openRawPort(window, { type: helloMessageType, versions: [2], attempt: 'a' });
      const names = Object.keys(methodRules).filter((name) => name !== 'StatEvent') as MethodName[];
      let lastId = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), anything), anything)), async (calls) => {
          const sent: number[] = [];
          for (const [method, params] of calls) {
            lastId += 1;
            if (post(port, { id: lastId, method, params })) sent.push(lastId);
          }
          lastId += 1;
          const answers = await answersUntil(port, lastId, { id: lastId, method: 'GetUrlHash' });
          same(answers.map(({ id }) => id).toSorted(byNumber), [...sent, lastId]);
          same(
            answers.every((answer) => 'result' in answer !== 'error' in answer),
            true,
          );
        }),
        { numRuns: 200, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: true },
      );
    },
  },

  {
    name: 'survives any message that is not a request',
    run: async (window) => {
      const port = await openRawPort(window, { type: helloMessageType, versions: [2], attempt: 'a' });
      let lastId = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(anything), async (messages) => {
          for (const message of messages) post(port, message);
          lastId += 1;
          const answers = await answersUntil(port, `r${lastId}`, { id: `r${lastId}`, method: 'GetUrlHash' });
          same(answers.at(-1), { id: `r${lastId}`, result: { hash: '' } });
        }),
        { numRuns: 200, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: true },
      );
    },
  },

  ...[helloMessageType, { type: helloMessageType }].map((hello) => ({
    name: `supports SDK 1.5 build 190, whose first message is ${typeof hello === 'string' ? 'a text' : 'an object'}`,
    run: async (window: GameWindow) => {
      const port = await openRawPort(window, hello);
      const ask = async (message: { requestId: number; method: string; params?: unknown }) =>
        (await answersUntil(port, message.requestId, message)).at(-1);
      same(await ask({ requestId: 1, method: 'GetInfo' }), { requestId: 1, result: testPlayerInfo });
      same(await ask({ requestId: 2, method: 'SetUrlHash', params: { hash: 'a' } }), { requestId: 2, result: {} });
      const refusal = await ask({ requestId: 3, method: 'Nonsense', params: {} });
      same(refusal?.['error'], { errorCode: 'Unknown', message: 'Unknown method "Nonsense"' });
      const heard = await answersUntil(port, 4, { requestId: 4, method: 'StatEvent', params: { name: 'emit' } });
      same(heard[0], { event: 'LanguageChanged', data: { language: 'fr' } });
    },
  })),

  {
    name: 'reports its versions to a game that supports none of them',
    run: async (window) => {
      const answer = await hello(window, { type: helloMessageType, versions: [99], attempt: 'a' });
      same(answer.data, { type: portMessageType, attempt: 'a', versions: [2, 1] });
      same(answer.ports.length, 0);
    },
  },

  {
    name: 'gives the port only to the newest load of the frame',
    run: async (window) => {
      const [first, second] = [await connect(window), await connect(window)];
      same((await second.call('GetUrlHash')).hash, '');
      await fails('Closed', first.call('GetUrlHash'));
      same([first.closed, second.closed], [true, false]);
    },
  },
];

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  stringUnit: anyCharacter,
});

async function connect(window: GameWindow): Promise<PortalConnection> {
  const game = await connectToPortal({ window });
  if (!game) throw new Error('No portal answered');
  return game;
}

function hello(window: GameWindow, message: unknown): Promise<MessageEvent> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error('No answer to the hello')), 60_000);
    const listen = (event: MessageEvent): void => {
      window.removeEventListener('message', listen);
      clearTimeout(tooLate);
      resolve(event);
    };
    window.addEventListener('message', listen);
    (window.parent as MessageRecipient).postMessage(message, '*');
  });
}

async function openRawPort(window: GameWindow, message: unknown): Promise<MessagePort> {
  const port = (await hello(window, message)).ports[0];
  if (!port) throw new Error('The answer to the hello has no port');
  return port;
}

function answersUntil(port: MessagePort, id: unknown, message: unknown): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    const answers: Record<string, unknown>[] = [];
    const tooLate = setTimeout(() => reject(new Error(`No answer to ${JSON.stringify(message)}`)), 60_000);
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!isRecord(data)) return;
      answers.push(data);
      if (data['id'] !== id && data['requestId'] !== id) return;
      clearTimeout(tooLate);
      resolve(answers);
    };
    port.postMessage(message);
  });
}

/** Returns false if the browser can't clone the message, for example a function or a symbol. */
function post(port: MessagePort, message: unknown): boolean {
  try {
    port.postMessage(message);
    return true;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DataCloneError') throw error;
    return false;
  }
}

async function fails(code: BridgeErrorCode, call: Promise<unknown>): Promise<BridgeError> {
  const failure = await call.then(
    (result) => new Error(`Answered with ${JSON.stringify(result)} instead of ${code}`),
    (error: unknown) => error as Error,
  );
  if (!('code' in failure) || failure.code !== code) throw failure;
  return failure as BridgeError;
}

function same(actual: unknown, expected: unknown): void {
  const [a, b] = [fc.stringify(actual), fc.stringify(expected)];
  if (a !== b) throw new Error(`Expected ${b.slice(0, 500)}, got ${a.slice(0, 500)}`);
}

const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

const byNumber = (a: unknown, b: unknown): number => Number(a) - Number(b);
