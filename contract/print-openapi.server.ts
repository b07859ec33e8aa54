// `npm run openapi`: writes docs/openapi.json from the contract.
import { writeFile } from 'node:fs/promises';
import { api } from './api.ts';
import { buildOpenApi } from './openapi.ts';

await writeFile(
  new URL('../docs/openapi.json', import.meta.url),
  `${JSON.stringify(buildOpenApi(api), undefined, 2)}\n`,
);
