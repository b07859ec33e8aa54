import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createConfirmationPrompt } from './confirm.ts';

function ask(answer: string | undefined, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  const asked = createConfirmationPrompt({ input, output })('Send it?');
  if (answer === undefined) input.end();
  else input.write(`${answer}\n`);
  return { asked, shown: () => String(output.read()) };
}

test('accepts only an explicit yes', async () => {
  const { asked, shown } = ask('y');
  expect(await asked).toBe('yes');
  expect(shown()).toContain('Send it? [y/N] ');
  expect(await ask('YES').asked).toBe('yes');
  for (const other of ['', 'n', 'yellow', 'no']) expect(await ask(other).asked, other).toBe('no');
});

test('the end of the input counts as no', async () => {
  expect(await ask(undefined).asked).toBe('no');
});

test('asks nothing without a terminal, whatever the input contains', async () => {
  const { asked, shown } = ask('y', false);
  expect(await asked).toBe('no terminal');
  expect(shown()).toBe('null');
});
