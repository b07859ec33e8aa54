// Where to report a hole: `/.well-known/security.txt` (RFC 9116), as the operator has set it; without a contact there is none. It
// says until when it holds, so that nobody goes by an old copy: as long as it is served, that is half a year from today.
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

export interface SecurityTxtOptions {
  readonly config: Pick<Config, 'securityTxt' | 'publicUrl' | 'basePath'>;
  readonly now: () => Date;
}

export function mountSecurityTxt(app: FastifyInstance, { config, now }: SecurityTxtOptions): void {
  const { securityTxt, publicUrl, basePath } = config;
  if (!securityTxt) return;
  const { contacts, policyUrl, languages } = securityTxt;
  // Under a path nobody knows what stands at the root of the host, where the file has to be.
  const canonical = basePath === '/' ? new URL(path, publicUrl).href : undefined;
  app.get(path, (_, reply) => {
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expiryOf(now())}`,
      ...(languages.length > 0 ? [`Preferred-Languages: ${languages.join(', ')}`] : []),
      ...(canonical === undefined ? [] : [`Canonical: ${canonical}`]),
      ...(policyUrl === undefined ? [] : [`Policy: ${policyUrl}`]),
    ];
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}

const path = '/.well-known/security.txt';
const dayMs = 86_400_000;
const daysAhead = 180;

/** At the beginning of a day: the file is the same on every node. */
function expiryOf(now: Date): string {
  const day = Math.floor(now.getTime() / dayMs) + daysAhead;
  return new Date(day * dayMs).toISOString().replace('.000Z', 'Z');
}
