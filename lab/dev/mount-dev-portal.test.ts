import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { allowViteInPolicy } from './mount-dev-portal.ts';

test('only the policy of npm run dev lets the page open a WebSocket, start a worker from a blob and write HTML', () => {
  const config = readConfig({ NODE_ENV: 'test' });
  const { 'content-security-policy': policy = '' } = createHeaderPolicy(config, { lab: true }).page({ nonce: 'abc' });
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/\bws:/);
  const relaxed = allowViteInPolicy(policy);
  expect(relaxed).toContain("connect-src 'self' ws:");
  expect(relaxed).toContain("worker-src 'self' blob:");
  expect(relaxed).not.toContain('trusted-types');
  // Scripts and styles still need the nonce.
  expect(relaxed).toContain("script-src 'nonce-abc' 'strict-dynamic'");
  expect(relaxed).toContain("style-src 'self' 'nonce-abc'");
});
