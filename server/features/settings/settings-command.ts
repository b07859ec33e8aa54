// npm run settings -- list | <family>/<adapter> [--game <game>] [--remove] | portal
//   | words [--game <game>] [--remove]
// New settings are read as JSON from the standard input.
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { changeSettings, readArguments } from './change-settings.ts';

const asked = readArguments(process.argv.slice(2));
const json = asked.action === 'set' ? await text(process.stdin) : '';
await runDatabaseCommand((parts) => changeSettings(asked, json, parts));
