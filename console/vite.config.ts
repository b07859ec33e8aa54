// Builds the console into dist/console: its page, files with a hash in their name, and compressed copies.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { noncePlaceholder } from '../model/page-placeholders.ts';
import { minPortalBrowsers, toBuildTargets } from '../model/supported-browsers.ts';
import { compressed } from '../portal/compressed.config.ts';
import { consoleTablePlugin } from './virtual-tables.config.ts';

export default defineConfig({
  root: import.meta.dirname,
  // The console has a host of its own, and pages at several depths.
  base: '/',
  publicDir: false,
  html: { cspNonce: noncePlaceholder },
  plugins: [react(), consoleTablePlugin(), compressed()],
  build: {
    outDir: join(import.meta.dirname, '../dist/console'),
    emptyOutDir: true,
    target: toBuildTargets(minPortalBrowsers),
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read by scripts/check-sizes.mjs.
    manifest: 'manifest.json',
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'console', tags: ['$initial'] }] } } },
  },
});
