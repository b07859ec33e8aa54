// Writes methods.json for Bridge Explorer. Run it after changing the protocol.
import { writeFile } from 'node:fs/promises';
import { buildMethodsFile, methodsFileUrl } from './describe-protocol.ts';

await writeFile(methodsFileUrl, buildMethodsFile());
