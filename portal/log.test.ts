import { expect, test } from 'vitest';
import { createLog, type LogEntry } from './log.ts';

function start() {
  const written: string[] = [];
  const writer =
    (method: string) =>
    (...parts: readonly unknown[]) =>
      void written.push(`${method} ${parts.join(' ')}`);
  const output = {
    log: writer('log'),
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
  const heard: LogEntry[] = [];
  const log = createLog(output);
  const stop = log.addListener((entry) => heard.push(entry));
  return { log, output, written, heard, stop };
}

test('writes warnings and errors by default', () => {
  const { log, written } = start();
  log.info('a');
  log.warn('b', 1);
  log.error('c');
  expect(written).toEqual(['warn b 1', 'error c']);
});

test('writes notes at any level except silent', () => {
  const { log, written, heard } = start();
  log.note('a');
  log.setLevel('silent');
  log.note('b');
  expect(written).toEqual(['info a']);
  expect(heard).toEqual([{ level: 'info', parts: ['a'] }]);
});

test('writes from the chosen level on, and nothing if silent', () => {
  const { log, written, heard } = start();
  log.setLevel('trace');
  log.trace('a');
  log.debug('b');
  expect(written).toEqual(['log a', 'debug b']);
  log.setLevel('silent');
  log.error('c');
  expect(written).toHaveLength(2);
  expect(heard).toHaveLength(2);
});

test('notifies listeners until they unsubscribe', () => {
  const { log, heard, stop } = start();
  log.error('a', 1);
  stop();
  log.error('b');
  expect(heard).toEqual([{ level: 'error', parts: ['a', 1] }]);
});

test('notifies listeners once of console output, and still writes it', () => {
  const { log, output, written, heard } = start();
  log.duplicateConsole();
  log.duplicateConsole();
  output.log('from a game');
  log.error('ours');
  expect(written).toEqual(['log from a game', 'error ours']);
  expect(heard).toEqual([
    { level: 'trace', parts: ['from a game'] },
    { level: 'error', parts: ['ours'] },
  ]);
});

test('does not recurse if a listener writes', () => {
  const { log, written } = start();
  log.duplicateConsole();
  log.addListener(() => log.error('heard'));
  log.error('a');
  expect(written).toEqual(['error a', 'error heard']);
});
