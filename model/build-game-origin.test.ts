import { expect, test } from 'vitest';
import { buildGameOrigin, usesPortPerGame, portOfGame } from './build-game-origin.ts';

test('a game is a label of the host, or has a port of its own', () => {
  expect(buildGameOrigin('https://{game}.games.example', 'gem-miner')).toBe('https://gem-miner.games.example');
  expect(buildGameOrigin('https://{game}.games.example', '*')).toBe('https://*.games.example');
  const shared = 'https://192.168.1.5:{game}';
  expect(buildGameOrigin(shared, 'gem-miner')).toBe(`https://192.168.1.5:${portOfGame('gem-miner')}`);
  expect(buildGameOrigin(shared, '*')).toBe('https://192.168.1.5:*');
  expect([usesPortPerGame(shared), usesPortPerGame('http://{game}.localhost:8081')]).toEqual([true, false]);
});

test('ports are the same each time, differ, and are free for servers', () => {
  const names = ['gem-miner', 'sky-courier', 'paper-fleet', 'bridge-explorer', 'checkout', 'ads', 'captcha'];
  const ports = names.map(portOfGame);
  expect(ports).toEqual(names.map(portOfGame));
  expect(new Set(ports).size).toBe(names.length);
  for (const port of ports) expect(port >= 20_000 && port < 32_000, String(port)).toBe(true);
});
