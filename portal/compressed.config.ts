// Compressed copies of a build's files, for the portal and the console.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes `.br` and `.gz` copies of every file that gets smaller by it. */
export function compressed(): Plugin {
  let outDir = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    // Not `closeBundle`: it also runs after a failed build, and would hide its error.
    writeBundle: async () => {
      const names = await readdir(join(outDir, 'assets'));
      for (const name of names.filter((each) => /\.(js|css|svg|json|woff2?)$/.test(each) && !each.endsWith('.woff2'))) {
        const file = join(outDir, 'assets', name);
        const bytes = await readFile(file);
        const brotli = brotliCompressSync(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        });
        if (brotli.length < bytes.length) await writeFile(`${file}.br`, brotli);
        const gzip = gzipSync(bytes, { level: 9 });
        if (gzip.length < bytes.length) await writeFile(`${file}.gz`, gzip);
      }
    },
  };
}
