// Writes methods.json for Bridge Explorer. Run `node lab/explorer/write-methods-command.ts` after a change of the
// protocol.
import { writeFile } from 'node:fs/promises';
import { buildMethodsFile, methodsFileUrl } from './describe-protocol.ts';

await writeFile(methodsFileUrl, buildMethodsFile());
