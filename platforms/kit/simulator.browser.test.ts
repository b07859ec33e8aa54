import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SimulatedEvent, SimulatorPageContext } from '../simulator-port.browser.ts';
import { defaultScenario, type Scenario } from '../scenario.ts';
import { readUntrustedFields } from './fields.browser.ts';
import {
  requestSimulatedConsent,
  assumedFramePermissions,
  createSimulatedHostPage,
  showSimulatedAd,
  showSimulatedPayment,
} from './simulator.browser.ts';
import { samplePlayer } from './testing/people.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setStage(scenario: Partial<Scenario> = {}, answers: string[] = []) {
  const [posted, asked]: [unknown[], string[]] = [[], []];
  const listeners = new Set<(message: unknown) => void>();
  const logged: string[] = [];
  const offered: SimulatedEvent[] = [];
  const stage: SimulatorPageContext = {
    scenario: { ...defaultScenario, ...scenario },
    player: samplePlayer,
    at: '',
    post: (message) => void posted.push(message),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ask: async ({ title }) => {
      asked.push(title);
      return answers.shift() ?? '';
    },
    notify: () => undefined,
    offerEvents: (events) => void offered.push(...events),
    banner: () => 0,
    fetch: async () => ({}),
    log: (line) => void logged.push(`${line.direction} ${line.name}`),
  };
  return {
    stage,
    posted,
    logged,
    offered,
    asked,
    listeners,
    say: (message: unknown) => listeners.forEach((each) => each(message)),
  };
}

describe('a page', () => {
  const page = createSimulatedHostPage({
    permissions: assumedFramePermissions,
    appearance: { title: 'A platform', bar: '#000', text: '#fff', page: '#fff' },
    firstCall: 'init',
    hidden: ['hidden', 'shown'],
    greeting: { hello: true },
    read(message) {
      const { name, id } = readUntrustedFields(message);
      return typeof name === 'string' ? { name, params: {}, id: String(id) } : undefined;
    },
    event: (name) => ({ event: name }),
    answer: ({ id }, end) => ({ id, ...('error' in end ? { error: end.error.message } : { result: end.result }) }),
    createHandlers: () => ({ init: () => 'ready', add: () => Promise.reject(new Error('no')) }),
  });

  it('replies to known calls, rejects unknown ones, and reports when it is hidden', async () => {
    const { stage, posted, say, listeners } = setStage();
    const stop = page.start(stage);
    for (const message of [{ name: 'init', id: 1 }, { name: 'add', id: 2 }, { name: 'toString', id: 3 }, 'noise'])
      say(message);
    await vi.advanceTimersByTimeAsync(0);
    document.dispatchEvent(new Event('visibilitychange'));
    const error = 'The simulated platform has no toString';
    expect([posted[0], posted.at(-1)]).toEqual([{ hello: true }, { event: 'shown' }]);
    const answers = [
      { id: '1', result: 'ready' },
      { id: '2', error: 'no' },
      { id: '3', error },
    ];
    expect(posted.slice(1, -1)).toEqual(expect.arrayContaining(answers));
    expect(posted).toHaveLength(5);
    say({ name: 'init', id: 4 });
    stop();
    await vi.advanceTimersByTimeAsync(0);
    document.dispatchEvent(new Event('visibilitychange'));
    expect([posted.length, listeners.size]).toEqual([5, 0]);
  });

  it.each([
    ['usual', 'usual', 0],
    ['late', 'usual', 3000],
    ['usual', 'slow', 800],
  ] as const)('that is %s, on a network that is %s, answers its first call after %i ms', async (sdk, network, ms) => {
    const { stage, posted, say } = setStage({ sdk, network });
    page.start(stage);
    say({ name: 'init', id: 1 });
    await vi.advanceTimersByTimeAsync(Math.max(0, ms - 1));
    expect(posted).toHaveLength(ms === 0 ? 2 : 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(posted).toHaveLength(2);
  });

  it('logs the end of a message that the platform never answers', async () => {
    const { stage, say, logged, posted } = setStage();
    const quiet = createSimulatedHostPage({
      appearance: page.appearance,
      permissions: assumedFramePermissions,
      read: () => ({ name: 'happytime', params: {}, id: '' }),
      event: () => ({}),
      answer: () => undefined,
      createHandlers: () => ({ happytime: () => undefined }),
    });
    quiet.start(stage);
    say({});
    await vi.advanceTimersByTimeAsync(0);
    expect(posted).toEqual([]);
    expect(logged).toEqual(['call happytime', 'answer happytime']);
  });

  it('sends the events that the developer chooses, until it is left', () => {
    const { stage, offered, posted, logged } = setStage();
    const stop = createSimulatedHostPage({
      appearance: page.appearance,
      permissions: assumedFramePermissions,
      read: () => undefined,
      event: (name, data) => ({ name, data }),
      answer: () => undefined,
      createHandlers: () => ({}),
      createEvents: (tell) => [{ title: 'Mute', send: () => tell('settings', { muted: true }) }],
    }).start(stage);
    expect(offered.map(({ title }) => title)).toEqual(['Mute']);
    offered[0]?.send();
    expect(posted).toEqual([{ name: 'settings', data: { muted: true } }]);
    expect(logged).toEqual(['event settings']);
    stop();
    offered[0]?.send();
    expect(posted).toHaveLength(1);
  });

  it.each(['silent', 'blocked'] as const)('that is %s answers nothing', async (sdk) => {
    const { stage, posted, say } = setStage({ sdk });
    page.start(stage);
    say({ name: 'init', id: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(posted).toEqual([{ hello: true }]);
  });
});

describe('a dialog', () => {
  it('asks the developer', async () => {
    const { stage, asked } = setStage({}, ['yes', 'no']);
    expect([
      await requestSimulatedConsent(stage, 'Join?', '', 'Join'),
      await requestSimulatedConsent(stage, 'Add?', '', 'Add'),
    ]).toEqual([true, false]);
    expect(asked).toEqual(['Join?', 'Add?']);
    await expect(requestSimulatedConsent(setStage({}, ['failed']).stage, 'Join?', '', 'Join')).rejects.toThrow(
      'dialog failed',
    );
  });

  it('of an ad ends as the scenario or the developer decides', async () => {
    expect(await showSimulatedAd(setStage({ ad: 'no-fill' }).stage, '')).toBe('no-fill');
    expect(await showSimulatedAd(setStage({ ad: 'ask' }, ['finished']).stage, '')).toBe('finished');
    expect(await showSimulatedAd(setStage({ ad: 'ask' }).stage, '')).toBe('skipped');
  });

  it.each([
    ['paid', [], 'paid', 'usual'],
    ['webhook-late', [], 'paid', 'late'],
    ['webhook-twice', [], 'paid', 'twice'],
    ['paid-but-cancelled', [], 'cancelled', 'usual'],
    ['cancelled', [], 'cancelled', undefined],
    ['failed', [], 'failed', undefined],
    ['ask', ['pay'], 'paid', 'usual'],
    ['ask', ['failed'], 'failed', undefined],
    ['ask', [''], 'cancelled', undefined],
  ] as const)(
    'of a payment that is %s, answered %j, ends as %s, with the webhook: %s',
    async (payment, answers, end, telling) => {
      const pay = vi.fn(async () => 'paid' as const);
      const { stage } = setStage({ payment }, [...answers]);
      const describe = async () => ({ text: 'Gems', yes: 'Pay' });
      expect(await showSimulatedPayment(stage, { describe, pay })).toBe(end);
      expect(pay.mock.calls).toEqual(telling === undefined ? [] : [[telling]]);
    },
  );
});
