import process from 'node:process';
import { createInterface } from 'node:readline';
import { readConfig } from '#server/config.ts';
import { runCommand, type CommandTools } from '#server/db/run-command.ts';
import { withDatabase } from '#server/db/run-database-command.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { findEndpointError } from './endpoints.ts';
import { forwardDeliveries } from './forward-deliveries.ts';
import { readHooksArguments, type HooksCommandArguments } from './hooks-arguments.ts';
import { runHooksCommand } from './run-hooks-command.ts';

await runCommand(readHooksArguments, (asked, tools) =>
  asked.action === 'forward' ? forward(asked, tools) : withDatabase(tools, (parts) => runHooksCommand(asked, parts)),
);

async function forward(
  { game, target, portal }: Extract<HooksCommandArguments, { action: 'forward' }>,
  { report, now }: CommandTools,
): Promise<void> {
  for (const address of [target, ...(portal === undefined ? [] : [portal])]) {
    const fault = findEndpointError(address, true);
    if (fault !== undefined) throw new Error(fault);
  }
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  if (process.stdin.isTTY) report(`The key of ${game} (fxk_…), and Enter:`);
  await forwardDeliveries({
    game,
    target,
    key: await readKey(),
    portal: portal ?? readConfig(process.env).publicUrl.href,
    // On a developer's machine everything may be local.
    fetch: (address, options) => safeFetch(address, { ...options, allowLoopback: true }),
    report,
    now,
    signal: stopping.signal,
  });
}

async function readKey(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    process.stdin.unref();
    if (/^fxk_[0-9a-f]{16}_[0-9a-f]{64}$/.test(line.trim())) return line.trim();
    break;
  }
  throw new Error('No game key on standard input. Create one with: npm run game-key -- create <game>');
}
