import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTime } from '#portal/platform/start-platform.ts';
import { openChannel } from './channel.browser.ts';
import type { Fields } from './fields.browser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const sent: [event: string, data: Fields][] = [];
  const close = vi.fn();
  let receive: (event: unknown, data: unknown) => void = () => undefined;
  const channel = openChannel(
    { inTime },
    {
      open(given) {
        receive = given;
        return { send: (event, data) => void sent.push([event, data]), close };
      },
      idField: 'id',
      errorIn: ({ error }) => (typeof error === 'string' ? new Error(error) : undefined),
    },
  );
  return { channel, sent, close, receive: (event: unknown, data: unknown) => receive(event, data) };
}

describe('a call', () => {
  it('is answered by whatever repeats its id, in any order', async () => {
    const { channel, sent, receive } = open();
    const [one, two] = [channel.call('a', { x: 1 }, 'a', 1000), channel.call('b', {}, 'b', 1000)];
    const [first, second] = sent.map(([, data]) => data['id']);
    expect(sent[0]).toEqual(['a', { x: 1, id: first }]);
    receive('anything', { id: 'unknown', value: 0 });
    receive('anything', { id: second, value: 2 });
    receive('anything', JSON.stringify({ id: first, value: 1 }));
    expect([await one, await two]).toEqual([{ value: 1 }, { value: 2 }]);
  });

  it('ends by an error, by its time, or when the channel is closed', async () => {
    const { channel, sent, receive, close } = open();
    const refused = expect(channel.call('a', {}, 'a', 1000)).rejects.toThrow('no');
    receive('a', { id: sent[0]?.[1]['id'], error: 'no' });
    await refused;
    const late = expect(channel.call('b', {}, 'b', 1000)).rejects.toMatchObject({ code: 'Timeout' });
    await vi.advanceTimersByTimeAsync(1000);
    await late;
    const left = expect(channel.call('c', {}, 'c', 1000)).rejects.toThrow('The game was left');
    channel.close();
    await left;
    await expect(channel.call('d', {}, 'd', 1000)).rejects.toThrow('The game was left');
    expect(close).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an event', () => {
  it('is heard by whoever listens, until he does not', () => {
    const { channel, receive } = open();
    const listener = vi.fn();
    const stop = channel.on('shown', listener);
    receive('shown', { x: 1 });
    receive('hidden', {});
    stop();
    receive('shown', { x: 2 });
    expect(listener.mock.calls).toEqual([[{ x: 1 }]]);
  });

  it('is waited for: the first word that says something counts', async () => {
    const { channel, sent, receive } = open();
    const readers = { closed: ({ status }: Fields) => (status === 'busy' ? undefined : String(status)) };
    const waiting = channel.wait('the window', 1000, readers, () => channel.post('open'));
    expect(sent).toEqual([['open', {}]]);
    for (const status of ['busy', 'paid', 'cancelled']) receive('closed', { status });
    expect(await waiting).toBe('paid');
    const silent = expect(channel.wait('the window', 1000, readers, () => undefined)).rejects.toMatchObject({
      code: 'Timeout',
    });
    await vi.advanceTimersByTimeAsync(1000);
    await silent;
  });
});
