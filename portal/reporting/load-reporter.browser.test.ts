import * as vendor from '@sentry/react';
import { expect, it, vi } from 'vitest';
import { loadReporter } from './load-reporter.ts';

vi.mock(import('@sentry/react'), { spy: true });

it('a quarter of the traces, a tenth of the sessions and every session with an error are reported, by our own origin', () => {
  const init = vi.mocked(vendor.init).mockReturnValue(undefined);
  loadReporter({ routerType: 'browser', basePath: '/', errorDsn: 'https://key@collector.example/1' });
  expect(init).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      tunnel: '/api/s_tunnel',
      environment: 'prod',
      tracesSampleRate: 0.25,
      replaysSessionSampleRate: 0.1,
      replaysOnErrorSampleRate: 1,
    }),
  );
});
