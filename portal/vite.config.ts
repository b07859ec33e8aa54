// Builds the portal into dist/portal. The client's table of calls is made from the contract here, so that the browser gets
// no schema; and every file is compressed once, as well as it can be, so that the server only sends.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { api } from '../contract/api.ts';
import { describeApi } from '../contract/describe.ts';
import { noncePlaceholder } from '../model/page.ts';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  html: { cspNonce: noncePlaceholder },
  plugins: [react(), callTable(), compressed()],
  build: {
    outDir: join(import.meta.dirname, '../dist/portal'),
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would need `data:` in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

/** `virtual:call-table`: the contract reduced to what the client sends. */
function callTable(): Plugin {
  const id = 'virtual:call-table';
  return {
    name: 'call-table',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) =>
      source === `\0${id}` ? `export const callTable = ${JSON.stringify(describeApi(api))};` : undefined,
  };
}

/** Writes `.br` and `.gz` beside every file that gains by it. */
function compressed(): Plugin {
  let outDir = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    closeBundle: async () => {
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
