import { expect, test } from 'vitest';
import { readHooksArguments } from './hooks-arguments.ts';

const read = (line: string) => readHooksArguments(line.split(' ').filter((word) => word !== ''));

test('parses every command', () => {
  expect(read('set gem-miner https://game.example/hooks')).toEqual({
    action: 'set',
    game: 'gem-miner',
    url: 'https://game.example/hooks',
  });
  for (const action of ['rotate', 'show', 'disable', 'enable', 'list'])
    expect(read(`${action} gem-miner`)).toEqual({ action, game: 'gem-miner' });
  expect(read('replay 1-2')).toEqual({ action: 'replay', deliveryId: '1-2' });
  expect(read('forward gem-miner http://localhost:4000 --portal https://play.example')).toEqual({
    action: 'forward',
    game: 'gem-miner',
    target: 'http://localhost:4000',
    portal: 'https://play.example',
  });
  expect(read('trigger gem-miner order.revoked --late 5s --twice')).toEqual({
    action: 'trigger',
    game: 'gem-miner',
    type: 'order.revoked',
    lateMs: 5000,
    isTwice: true,
    isShuffled: false,
  });
  expect(read('trigger --shuffled --late 2m gem-miner order.paid')).toMatchObject({
    lateMs: 120_000,
    isShuffled: true,
  });
});

test.each([
  '',
  'set gem-miner',
  'set gem-miner a b',
  'rotate',
  'rotate gem-miner more',
  'burn gem-miner',
  'list gem-miner --twice',
  'forward gem-miner',
  'trigger gem-miner order.eaten',
  'trigger gem-miner order.paid --loud',
])('%j is answered with the usage', (line) => {
  expect(() => read(line)).toThrow('Usage: npm run hooks');
});

test('names the unit that --late needs', () => {
  expect(() => read('trigger gem-miner order.paid --late 5')).toThrow('such as 5s');
  expect(() => read('trigger gem-miner order.paid --late')).toThrow('--late <value>');
});
