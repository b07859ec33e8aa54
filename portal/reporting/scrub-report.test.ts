import { expect, test } from 'vitest';
import { scrubReport, scrubText } from './scrub-report.ts';

test.each([
  ['https://play.example/LoginWithTempToken?token=abc#x', 'https://play.example/LoginWithTempToken'],
  ['GET /LoginValidateEmail?inviteToken=abc failed', 'GET /LoginValidateEmail failed'],
  ['/LoginFromGame/gem-miner/abc', '/LoginFromGame/gem-miner/[token]'],
  [
    'https://play.example/Store/MerchantPaymentCompleted/abc?x=1',
    'https://play.example/Store/MerchantPaymentCompleted/[token]',
  ],
  ['https://play.example/#/LoginFromGame/gem-miner/abc', 'https://play.example/'],
  ['Bearer abc.def', 'Bearer [token]'],
  ['token fxs_6TiCKjbAHBJDvB3asP9A used', 'token fxs_[token] used'],
  ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '[token]'],
  ['no mailbox ada.lovelace+x@players.example', 'no mailbox [email]'],
  ['PublicId=abc&next=1', 'PublicId=[token]&next=1'],
])('strips %s', (text, expected) => {
  expect(scrubText(text)).toBe(expected);
});

test.each(['x is not a function', 'at draw (https://play.example/assets/a-1.js:10:5)', 'is it 1/2? yes', '/Games'])(
  'leaves %s as it is',
  (text) => {
    expect(scrubText(text)).toBe(text);
  },
);

test('strips a report at any depth, and copies it', () => {
  const client = new (class Client {
    readonly address = 'https://play.example/?token=abc';
  })();
  const report = {
    request: { url: 'https://play.example/?token=abc', query_string: 'token=abc', headers: { Cookie: 'a=abc' } },
    breadcrumbs: [{ data: { to: '/LoginFromGame/g/abc', 'http.query': '?a=abc', status_code: 200 } }],
    extra: { AuthToken: 'abc', nothing: undefined, none: null, is: true },
    sdkProcessingMetadata: { client },
  };
  const stripped = scrubReport(report);
  expect(JSON.stringify({ ...stripped, sdkProcessingMetadata: null })).not.toContain('abc');
  expect(stripped.breadcrumbs[0]?.data.status_code).toBe(200);
  expect(stripped.extra).toMatchObject({ none: null, is: true });
  expect(stripped.sdkProcessingMetadata.client).toBe(client);
  expect(report.extra.AuthToken).toBe('abc');
});

test('handles a report that contains itself', () => {
  const report: { self?: unknown } = {};
  report.self = report;
  expect(JSON.stringify(scrubReport(report))).toContain('self');
});
