import { expect, test } from 'vitest';
import { findResultPath, groupResults } from './results.ts';

const found = (Kind: 'Player' | 'Order' | 'Ticket', Id: string) => ({
  Kind,
  Id,
  MatchedBy: 'Email' as const,
  Title: '',
  Subtitle: '',
});

test('groups by kind, players first', () => {
  const results = [found('Ticket', 't'), found('Player', 'a'), found('Order', 'o'), found('Player', 'b')];
  expect(groupResults(results).map(([kind, own]) => [kind, own.map(({ Id }) => Id)])).toEqual([
    ['Player', ['a', 'b']],
    ['Order', ['o']],
    ['Ticket', ['t']],
  ]);
});

test('leads to the page of the object', () => {
  expect(findResultPath(found('Player', 'a b'))).toBe('/players/a%20b');
  expect(findResultPath(found('Ticket', 'K7QF'))).toBe('/support?ticket=K7QF');
});
