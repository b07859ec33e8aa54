// JSON logs. Whatever is logged, by us or by a library, passes one scrubber on its way out, so that no token, e-mail
// address or cookie is ever written, wherever in a line it stands.
import { nameCommands } from '#server/name-commands.ts';
import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

// Lines are written in batches, a tenth of a second late at most: writing costs a system call and a thread that is woken for it.
export function createLog(options: {
  level: string;
  write?: (line: string) => void;
  /** Stands in every line: which node, which build. */
  base?: Readonly<Record<string, string>>;
}): Log {
  const target: DestinationStream = options.write
    ? { write: options.write }
    : pino.destination({ fd: 1, sync: false, minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 });
  return pino(
    {
      level: options.level,
      base: options.base ?? null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err },
    },
    { write: (line: string) => target.write(nameCommands(scrub(line))) },
  );
}

/** A line without what must not be kept. The order matters: headers before the tokens that they hold. */
export function scrub(line: string): string {
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
// One cheap look decides whether a line can hold any of them at all: most cannot.
const suspicious = /@|%40|cookie|bearer|basic |fx[a-z]_|eyJ|token=|secret=|password=|signature=|code=/i;
