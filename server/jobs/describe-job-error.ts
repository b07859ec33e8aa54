import { redactSecrets } from '#server/http/log.ts';

/** One line. Scrubbed, because libraries' error messages may contain players' addresses and tokens. */
export const describeJobError = (error: string): string =>
  redactSecrets(error.split('\n', 1)[0] ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, 200);
