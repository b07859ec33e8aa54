// `npm run platforms`: writes the capability table into platforms/README.md, from the manifests.
import { readFile, writeFile } from 'node:fs/promises';
import { replaceCapabilityTable } from './capability-table.ts';
import * as registry from './registry.ts';

const readme = new URL('README.md', import.meta.url);

await writeFile(readme, replaceCapabilityTable(await readFile(readme, 'utf8'), registry));
