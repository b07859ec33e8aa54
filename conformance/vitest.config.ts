import { defineConfig } from 'vitest/config';
import { virtualTablePlugins } from '../portal/virtual-tables.config.ts';

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  plugins: [virtualTablePlugins()],
  test: {
    include: ['conformance/*.test.ts'],
    setupFiles: ['scripts/testing/wait-long.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
