import { expect, test } from 'vitest';
import { buildGameOrigin, usesPortPerGame, portOfGame } from './build-game-origin.ts';

test("the game's name is part of the host, or each game has its own port", () => {
  expect(buildGameOrigin('https://{game}.games.example', 'gem-miner')).toBe('https://gem-miner.games.example');
  expect(buildGameOrigin('https://{game}.games.example', '*')).toBe('https://*.games.example');
  const shared = 'https://192.168.1.5:{game}';
  expect(buildGameOrigin(shared, 'gem-miner')).toBe(`https://192.168.1.5:${portOfGame('gem-miner')}`);
  expect(buildGameOrigin(shared, '*')).toBe('https://192.168.1.5:*');
  expect([usesPortPerGame(shared), usesPortPerGame('http://{game}.localhost:8081')]).toEqual([true, false]);
});

test('ports are stable, distinct and outside the ephemeral range', () => {
  const names = ['gem-miner', 'sky-courier', 'paper-fleet', 'bridge-explorer', 'checkout', 'ads', 'captcha'];
  const ports = names.map(portOfGame);
  expect(ports).toEqual(names.map(portOfGame));
  expect(new Set(ports).size).toBe(names.length);
  for (const port of ports) expect(port >= 20_000 && port < 32_000, String(port)).toBe(true);
});
