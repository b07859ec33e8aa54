// Puts Vite's dev servers in front of the lab, for `npm run dev`.
import type { FastifyInstance } from 'fastify';
import type { DevConsole, startDevConsole as StartConsole } from '#console/dev-console.config.ts';
import type { DevPortal, startDevPortal as StartPortal } from '#portal/dev-portal.config.ts';
import type { DevVite } from '#portal/dev-vite.config.ts';

// By URL, so that the lab's bundle for tests leaves Vite out.
const load = (path: string): Promise<unknown> => import(new URL(`../../${path}`, import.meta.url).href);

export async function loadDevPortal(basePath: string): Promise<DevPortal> {
  const program = (await load('portal/dev-portal.config.ts')) as { startDevPortal: typeof StartPortal };
  return program.startDevPortal(basePath);
}

export async function loadDevConsole(): Promise<DevConsole> {
  const program = (await load('console/dev-console.config.ts')) as { startDevConsole: typeof StartConsole };
  return program.startDevConsole();
}

/** Of the portal's app, or of the console's, whose requests come through the portal's server. */
export function mountDevVite(app: FastifyInstance, { base, middlewares, close }: DevVite): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.raw.url?.startsWith(base)) return done();
    reply.hijack();
    middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
  });
  app.addHook('onSend', async (_, reply) => {
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string' && policy.includes("'strict-dynamic'"))
      reply.header('content-security-policy', allowViteInPolicy(policy));
  });
  app.addHook('onClose', close);
}

/** Vite's client opens a WebSocket, waits for a restart in a worker, and shows errors as HTML. */
export function allowViteInPolicy(policy: string): string {
  return policy
    .replace(/; (require-trusted-types-for|trusted-types) [^;]*/g, '')
    .replace("connect-src 'self'", "connect-src 'self' ws:")
    .replace("worker-src 'self'", "worker-src 'self' blob:");
}
