// The lab's model: scenarios as shareable URLs, simulated players, devices, and lines of the log.
import { describe, expect, it } from 'vitest';
import { rotateDevice } from './model/devices.ts';
import {
  labPath,
  labOptionValues,
  parseLabOptions,
  toScenario,
  withDefaultLabOptions,
  type LabOptions,
} from './model/lab-options.ts';
import { isLogLine, parseLogMessage, findOrderId } from './model/log-line.ts';
import { buildSimulatedPlayer } from './model/simulated-players.ts';

const read = (query: string) => parseLabOptions(new URLSearchParams(query));

describe('an address of the lab', () => {
  it('contains only values that differ from the defaults', () => {
    expect(labPath('anywhere', 'gem-miner', withDefaultLabOptions({}))).toBe('/lab/anywhere/gem-miner');
    expect(labPath('anywhere', 'gem-miner', withDefaultLabOptions({ payment: 'cancelled', lang: 'fa' }))).toBe(
      '/lab/anywhere/gem-miner?payment=cancelled&lang=fa',
    );
  });

  it('leaves out language and orientation that follow from player and device', () => {
    expect(labPath('anywhere', 'g', withDefaultLabOptions({ player: 'abroad', device: 'phone' }))).toBe(
      '/lab/anywhere/g?player=abroad&device=phone',
    );
    expect(labPath('anywhere', 'g', withDefaultLabOptions({ player: 'abroad', lang: 'en' }))).toContain('lang=en');
    expect(labPath('anywhere', 'g', withDefaultLabOptions({ device: 'phone', orientation: 'landscape' }))).toContain(
      'orientation=landscape',
    );
  });

  it('survives a round trip, whatever is chosen', () => {
    for (const name of Object.keys(labOptionValues) as (keyof LabOptions)[])
      for (const word of labOptionValues[name]) {
        const choice = withDefaultLabOptions({ [name]: word });
        const query = new URL(labPath('anywhere', 'g', choice), 'http://lab.localhost').search;
        expect(read(query)).toEqual({ outcome: 'read', choice });
      }
  });

  it('is rejected with every unknown value and the allowed ones', () => {
    expect(read('payment=refused&colour=red&ad=finished')).toEqual({
      outcome: 'refused',
      unknown: [
        { name: 'payment', value: 'refused', known: labOptionValues.payment },
        { name: 'colour', value: 'red', known: [] },
      ],
    });
    expect(read('constructor=1')).toMatchObject({ outcome: 'refused' });
  });

  it('becomes a scenario for the simulators', () => {
    expect(toScenario(withDefaultLabOptions({ device: 'tablet', player: 'abroad' }))).toEqual({
      player: 'abroad',
      payment: 'ask',
      ad: 'ask',
      network: 'usual',
      sdk: 'usual',
      save: 'usual',
      proof: 'fresh',
      language: 'ja',
      device: 'phone',
    });
  });
});

describe('a simulated player', () => {
  it('has a stable id on each platform, and different ids on different platforms', () => {
    const [first, again, elsewhere] = ['one', 'one', 'two'].map((folder) => buildSimulatedPlayer('friends', folder));
    expect(first).toEqual(again);
    expect(elsewhere?.id).not.toBe(first?.id);
    expect(elsewhere?.friends[0]?.id).not.toBe(first?.friends[0]?.id);
    expect(first?.id).toMatch(/^\d{9}$/);
    expect(first?.friends.length).toBeGreaterThan(1);
  });

  it('has the chosen language', () => {
    expect(buildSimulatedPlayer('registered', 'one', 'fa').language).toBe('fa');
    expect(buildSimulatedPlayer('guest', 'one')).toMatchObject({ isGuest: true, friends: [] });
  });
});

it('a rotated phone has its notch at the side', () => {
  expect(rotateDevice('phone', 'landscape')).toMatchObject({
    width: 844,
    height: 390,
    insets: { top: 0, left: 47, right: 47 },
  });
  expect(rotateDevice('phone', 'portrait')).toMatchObject({ width: 390, insets: { top: 47 } });
});

describe('a line of the log', () => {
  const line = { at: 1, kind: 'bridge', direction: 'call', name: 'GetInfo', id: '7' };

  it('is parsed only from valid messages of the player', () => {
    expect(parseLogMessage({ type: 'fxid-lab', line })).toEqual(line);
    for (const message of [undefined, null, 'text', {}, { type: 'other', line }, { type: 'fxid-lab' }])
      expect(parseLogMessage(message)).toBeUndefined();
    for (const wrong of [{ kind: 'sql' }, { at: 'now' }, { direction: 'up' }, { state: 'odd' }, { id: 7 }, { name: 1 }])
      expect(isLogLine({ ...line, ...wrong }), JSON.stringify(wrong)).toBe(false);
  });

  it('finds the id of its order', () => {
    const id = '0b0e0a0c-0000-4000-8000-000000000001';
    expect(findOrderId({ sent: { PublicOrderId: id } })).toBe(id);
    expect(findOrderId({ answered: { TransactionId: 'not an id', OrderId: id } })).toBe(id);
    expect(findOrderId({ sent: { AccountId: id } })).toBeUndefined();
  });
});
