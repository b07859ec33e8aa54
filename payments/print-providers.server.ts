// `npm run providers`: writes the table of providers into payments/README.md, from the manifests.
import { readFile, writeFile } from 'node:fs/promises';
import { replaceProviderTable } from './provider-table.ts';
import * as registry from './registry.ts';

const readme = new URL('README.md', import.meta.url);

await writeFile(readme, replaceProviderTable(await readFile(readme, 'utf8'), registry));
