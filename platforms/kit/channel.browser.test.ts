import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withPlatformTimeout } from '#portal/platform/start-platform.ts';
import { openClientChannel, type ClientChannelProtocol } from './channel.browser.ts';
import type { UntrustedFields } from './fields.browser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(more: Partial<ClientChannelProtocol> = {}) {
  const warned: string[] = [];
  const log = { warn: (text: string) => void warned.push(text) };
  const sent: [event: string, data: UntrustedFields][] = [];
  const close = vi.fn();
  let receive: (event: unknown, data: unknown) => void = () => undefined;
  const channel = openClientChannel(
    { withPlatformTimeout, log, window },
    {
      title: 'A platform',
      open(given) {
        receive = given;
        return { send: (event, data) => void sent.push([event, data]), close };
      },
      idField: 'id',
      readError: ({ error }) => (typeof error === 'string' ? new Error(error) : undefined),
      ...more,
    },
  );
  return { channel, sent, warned, close, receive: (event: unknown, data: unknown) => receive(event, data) };
}

describe('a call', () => {
  it('is answered by any message with its id, in any order', async () => {
    const { channel, sent, receive } = open();
    const [one, two] = [channel.call('a', { x: 1 }), channel.call('b')];
    const [first, second] = sent.map(([, data]) => data['id']);
    expect(sent[0]).toEqual(['a', { x: 1, id: first }]);
    receive('anything', { id: 'unknown', value: 0 });
    receive('anything', { id: second, value: 2 });
    receive('anything', JSON.stringify({ id: first, value: 1 }));
    expect([await one, await two]).toEqual([{ value: 1 }, { value: 2 }]);
  });

  it('ends with an error, a timeout, or when the channel is closed', async () => {
    const { channel, sent, receive, close } = open();
    const refused = expect(channel.call('a', {}, 1000)).rejects.toThrow('no');
    receive('a', { id: sent[0]?.[1]['id'], error: 'no' });
    await refused;
    const late = expect(channel.call('b', {}, 1000)).rejects.toMatchObject({ code: 'Timeout' });
    await vi.advanceTimersByTimeAsync(1000);
    await late;
    const left = expect(channel.call('c', {}, 1000)).rejects.toThrow('The game was left');
    channel.close();
    await left;
    await expect(channel.call('d', {}, 1000)).rejects.toThrow('The game was left');
    expect(close).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a special call', () => {
  it('that is optional returns no fields if it fails, and is logged', async () => {
    const { channel, sent, warned, receive } = open();
    const answered = channel.tryCall('a');
    receive('a', { id: sent[0]?.[1]['id'], value: 1 });
    expect(await answered).toEqual({ value: 1 });
    const refused = channel.tryCall('b');
    receive('b', { id: sent[1]?.[1]['id'], error: 'no' });
    expect(await refused).toEqual({});
    expect(warned).toEqual(['b of A platform did not work']);
  });

  it('that opens a dialog waits until the tap is over, and then for the player', async () => {
    const { channel, sent } = open({ tapMs: 500 });
    const asked = expect(channel.callDialog('a')).rejects.toMatchObject({ code: 'Timeout' });
    await vi.advanceTimersByTimeAsync(499);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await asked;
  });

  it("uses the platform's names, and so does an event", async () => {
    const { channel, sent, receive } = open({ writeName: (name) => `Vendor${name}` });
    const heard = vi.fn();
    channel.on('Shown', heard);
    channel.post('Ready');
    const left = expect(channel.call('Init')).rejects.toThrow('The game was left');
    expect(sent.map(([name]) => name)).toEqual(['VendorReady', 'VendorInit']);
    receive('VendorShown', {});
    expect(heard).toHaveBeenCalledOnce();
    channel.close();
    await left;
  });
});

describe('an event', () => {
  it('reaches its listeners until they are removed', () => {
    const { channel, receive } = open();
    const listener = vi.fn();
    const stop = channel.on('shown', listener);
    receive('shown', { x: 1 });
    receive('hidden', {});
    stop();
    receive('shown', { x: 2 });
    expect(listener.mock.calls).toEqual([[{ x: 1 }]]);
  });

  it('is awaited: the first defined value counts', async () => {
    const { channel, sent, receive } = open();
    const readers = { closed: ({ status }: UntrustedFields) => (status === 'busy' ? undefined : String(status)) };
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
