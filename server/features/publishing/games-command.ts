// npm run games -- add <game> <folder or address> · list · show <game> · set <game> < game.json · hide · unhide · prune · remove
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { callerFolder } from '#server/config.ts';
import { runCommand } from '#server/db/run-command.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { readArguments, type GamesArguments } from './read-arguments.ts';
import { runGamesCommand } from './run-games-command.ts';

let asked: GamesArguments | undefined;
await runCommand(async () => {
  asked = readArguments(process.argv.slice(2));
});
if (asked) await run(asked);

async function run(given: GamesArguments): Promise<void> {
  const json = given.action === 'set' ? await text(process.stdin) : '';
  await runDatabaseCommand((parts) => runGamesCommand(given, { ...parts, json, from: callerFolder() }));
}
