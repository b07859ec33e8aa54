// `npm run openapi`: writes docs/openapi.json from the contract.
import { writeFile } from 'node:fs/promises';
import { api } from './api.ts';
import { openapi } from './openapi.ts';

await writeFile(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(openapi(api), undefined, 2)}\n`);
