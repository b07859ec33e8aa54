// Reports how a request to the portal's public address arrives at the server, through all proxies. Only `npm run check`
// can call it, with a token signed by the portal's secret; for others the address does not exist.
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

export const requestEchoPath = '/.well-known/fxid-check';
export const requestEchoHeader = 'x-fxid-check';

export interface EchoedRequest {
  readonly protocol: string;
  readonly host: string;
  readonly address: string;
  readonly forwardedFor: readonly string[];
  readonly trustedProxies: number;
}

const maxAgeMs = 10 * 60_000;

export function signRequestEcho(sealer: Sealer, now: Date): string {
  const time = String(now.getTime());
  return `${time}.${sealer.sign('portal check', time).toString('base64url')}`;
}

export function mountRequestEcho(
  app: FastifyInstance,
  { sealer, now, trustedProxies }: { sealer: Sealer; now: () => Date; trustedProxies: number },
): void {
  app.get(requestEchoPath, async (request, reply): Promise<EchoedRequest> => {
    if (!isSigned(request.headers[requestEchoHeader], sealer, now())) throw new Problem('NotFound');
    void reply.header('cache-control', 'no-store');
    const forwarded = request.headers['x-forwarded-for'] ?? [];
    return {
      protocol: request.protocol,
      host: request.host,
      address: request.ip,
      forwardedFor: [forwarded]
        .flat()
        .flatMap((line) => line.split(','))
        .map((each) => each.trim())
        .filter((each) => each !== ''),
      trustedProxies,
    };
  });
}

function isSigned(given: string | string[] | undefined, sealer: Sealer, now: Date): boolean {
  const [, time, signature] = /^(\d{13})\.([\w-]{43})$/.exec(String(given)) ?? [];
  if (time === undefined || signature === undefined) return false;
  const isFresh = Math.abs(now.getTime() - Number(time)) < maxAgeMs;
  const signatures = sealer.signatures('portal check', time);
  return isFresh && signatures.some((each) => isSameSignature(signature, each.toString('base64url')));
}
