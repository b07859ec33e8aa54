// Puts Vite's dev server in front of the lab, for `npm run dev`.
import type { FastifyInstance } from 'fastify';
import type { DevPortal, startDevPortal as Start } from '#portal/dev-portal.config.ts';

export async function loadDevPortal(basePath: string): Promise<DevPortal> {
  // By URL, so that the lab's bundle for tests leaves Vite out.
  const file = new URL('../../portal/dev-portal.config.ts', import.meta.url).href;
  const program = (await import(file)) as { startDevPortal: typeof Start };
  return program.startDevPortal(basePath);
}

export function mountDevPortal(app: FastifyInstance, { base, middlewares, upgrade, close }: DevPortal): void {
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
  app.server.on('upgrade', upgrade);
  app.addHook('onClose', close);
}

/** Vite's client opens a WebSocket, waits for a restart in a worker, and shows errors as HTML. */
export function allowViteInPolicy(policy: string): string {
  return policy
    .replace(/; (require-trusted-types-for|trusted-types) [^;]*/g, '')
    .replace("connect-src 'self'", "connect-src 'self' ws:")
    .replace("worker-src 'self'", "worker-src 'self' blob:");
}
