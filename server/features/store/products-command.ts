// npm run products -- show <game> | set <game> | show-rates | set-rates
// What is set is read as JSON from the standard input.
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { changeProducts, readArguments } from './change-products.ts';

const asked = readArguments(process.argv.slice(2));
const json = asked.action === 'set' || asked.action === 'set-rates' ? await text(process.stdin) : '';
await runDatabaseCommand((parts) => changeProducts(asked, json, parts));
