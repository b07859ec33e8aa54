// `npm run foreign-sdks`: writes the tables of docs/guides/games-for-other-portals.md, from the manifests.
import { readFile, writeFile } from 'node:fs/promises';
import { replaceCallTables } from './call-tables.ts';
import * as registry from './registry.ts';

const guide = new URL('../docs/guides/games-for-other-portals.md', import.meta.url);

await writeFile(guide, replaceCallTables(await readFile(guide, 'utf8'), Object.values(registry)));
