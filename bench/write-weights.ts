// `npm run weights`: accepts the weights of the built portal as they are now.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureWeights } from './weights.ts';

const weights = measureWeights(join(import.meta.dirname, '../dist/portal'));
writeFileSync(join(import.meta.dirname, 'weights.json'), `${JSON.stringify(weights, undefined, 2)}\n`);
process.stdout.write(
  `bench/weights.json: ${Object.keys(weights.parts).length} parts, ${weights.firstPage.js} bytes of`,
);
process.stdout.write(' JavaScript for the first page.\n');
