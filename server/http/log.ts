// JSON logs. Every line passes a scrubber, so that no token, email address or cookie is written.
import { adaptCommandNames } from '#server/adapt-command-names.ts';
import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

// Lines are written in batches, at most 100 ms late: each write costs a system call.
export function createLog(options: {
  level: string;
  write?: (line: string) => void;
  base?: Readonly<Record<string, string>>;
  /** Several processes write to the same pipe, which keeps only writes of up to 4 kB in one piece. */
  isShared?: boolean;
  /** Fields of the request or job that a line belongs to. */
  describeContext?: (() => object) | undefined;
}): Log {
  const sizes =
    options.isShared === true ? { minLength: 3072, maxWrite: 4096 } : { minLength: 32_768, maxWrite: 65_536 };
  const target: DestinationStream = options.write
    ? { write: options.write }
    : pino.destination({ fd: 1, sync: false, ...sizes, periodicFlush: 100 });
  return pino(
    {
      level: options.level,
      base: options.base ?? null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err },
      ...(options.describeContext && { mixin: options.describeContext }),
    },
    { write: (line: string) => target.write(adaptCommandNames(redactSecrets(line))) },
  );
}

/** Masks secrets in a line. Headers are masked before the tokens in them. */
export function redactSecrets(line: string): string {
  if (!suspicious.test(line)) return line;
  return line
    .replaceAll(cookieHeader, '$1"[cookie]"')
    .replaceAll(bearer, '$1 [token]')
    .replaceAll(ownToken, '$1_[token]')
    .replaceAll(tokenField, '$1[token]')
    .replaceAll(jwt, '[token]')
    .replaceAll(emailAddress, '[email]');
}

const cookieHeader = /("(?:set-)?cookie"\s*:\s*)("(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;
const bearer = /\b(Bearer|Basic)\s+[\w+/=.~-]+/gi;
const ownToken = /\b(fx[a-z])_[\w-]{16,}/g;
const tokenField = /((?:token|secret|password|signature|code)=)[^&"\s]+/gi;
const jwt = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const emailAddress = /[\w.!#$%&'*+/=?^`{|}~-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g;
// A cheap test first: most lines contain none of these.
const suspicious = /@|%40|cookie|bearer|basic |fx[a-z]_|eyJ|token=|secret=|password=|signature=|code=/i;
