import { expect, test } from 'vitest';
import { loadDebugTools, type DebugPage } from './load-debug-tools.ts';

const config = {
  routerType: 'browser',
  basePath: '/',
  debugTools: true,
  remoteDebugUrl: 'https://debug.example/agent.js',
} as const;

function open(address: string) {
  const done: string[] = [];
  let current = new URL(address, 'https://play.example');
  const listeners: (() => void)[] = [];
  const page: DebugPage = {
    address: () => current,
    showConsole: async () => void done.push('console'),
    duplicateLog: () => void done.push('log'),
    loadScript: (url) => void done.push(url),
    onPage: (listener) => void listeners.push(listener),
    reload: () => void done.push('reload'),
  };
  const goTo = (path: string): void => {
    current = new URL(path, current);
    for (const listener of listeners) listener();
  };
  return { page, done, goTo };
}

test.each([
  ['/', []],
  ['/?eruda', ['console']],
  ['/Games?lang=de&remotejs=1', ['log', 'https://debug.example/agent.js']],
  ['/?remotejs&eruda', ['log', 'https://debug.example/agent.js', 'console']],
])('applies the flags at %s', (address, expected) => {
  const { page, done } = open(address);
  loadDebugTools(config, page);
  expect(done).toEqual(expected);
});

test('only duplicates the console without a script', () => {
  const { page, done } = open('/?remotejs');
  const { remoteDebugUrl: _, ...without } = config;
  loadDebugTools(without, page);
  expect(done).toEqual(['log']);
});

test.each([
  ['where the operator has not switched them on', '/?eruda&remotejs', { ...config, debugTools: false }],
  ['on a page that carries a token', '/LoginWithTempToken?token=a&eruda&remotejs', config],
  ['on a page that takes a payment', '/store/gem-miner?eruda&remotejs', config],
  ['on such a page behind the hash', '/?eruda&remotejs#/Store/gem-miner', { ...config, routerType: 'hash' as const }],
  ['on such a page under a base path', '/games/Store/x?eruda', { ...config, basePath: '/games/' }],
])('loads nothing %s', (_, address, given) => {
  const { page, done } = open(address);
  loadDebugTools(given, page);
  expect(done).toEqual([]);
});

test('reloads only sensitive pages if a tool is loaded', () => {
  const { page, done, goTo } = open('/?eruda');
  loadDebugTools(config, page);
  goTo('/Games');
  expect(done).toEqual(['console']);
  goTo('/Store/gem-miner');
  expect(done).toEqual(['console', 'reload']);
});
