// `npm run platforms`: writes the capability table into platforms/README.md, from the manifests.
import { readFile, writeFile } from 'node:fs/promises';
import { withCapabilities } from './capability-table.ts';
import * as registry from './registry.ts';

const readme = new URL('README.md', import.meta.url);

await writeFile(readme, withCapabilities(await readFile(readme, 'utf8'), registry));
