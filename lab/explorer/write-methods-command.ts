// Writes what the bridge explorer lists: run `node lab/explorer/write-methods-command.ts` when the protocol has changed.
import { writeFile } from 'node:fs/promises';
import { methodsFile, methodsFileUrl } from './describe-methods.ts';

await writeFile(methodsFileUrl, methodsFile());
