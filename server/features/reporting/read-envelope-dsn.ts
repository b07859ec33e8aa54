// Reads only the first line of an envelope. The rest may be compressed and is forwarded unchanged.
import { Problem } from '#model/problem.ts';

const maxHeaderBytes = 8192;
const newline = 0x0a;

export function readEnvelopeDsn(envelope: Buffer): string {
  const end = envelope.indexOf(newline);
  if (end < 0 || end > maxHeaderBytes)
    throw new Problem('MalformedBody', `An envelope begins with a line of at most ${maxHeaderBytes} bytes.`);
  let header: unknown;
  try {
    header = JSON.parse(envelope.toString('utf8', 0, end));
  } catch (cause) {
    throw new Problem('MalformedBody', "The envelope's first line is not JSON.", { cause });
  }
  const dsn: unknown = typeof header === 'object' && header !== null && 'dsn' in header ? header.dsn : undefined;
  if (typeof dsn !== 'string') throw new Problem('MalformedBody', "The envelope's header names no DSN.");
  return dsn;
}
