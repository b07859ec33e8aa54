// Signs a demo operator in to the console with a click. Only the lab mounts it.
import type { FastifyInstance } from 'fastify';
import { operatorRoles } from '#model/operator.ts';
import { Problem } from '#model/problem.ts';
import { createConsoleCookie } from '#server/console/console-cookie.ts';
import type { Database } from '#server/db/database.ts';
import { beginOperatorSession } from '#server/features/operators/operator-sessions.ts';
import { findNetworkPrefix } from '#server/http/caller.ts';
import { demoOperatorId } from './demo-operators.ts';

/** @param app the console's application, which refuses requests from other sites */
export function mountDemoOperatorSignIn(
  app: FastifyInstance,
  { database, consoleUrl }: { readonly database: () => Database; readonly consoleUrl: URL },
): void {
  const cookieOf = createConsoleCookie(consoleUrl.protocol === 'https:');
  app.post('/lab/sign_in_operator', async (request, reply) => {
    const asked = (request.body as { Role?: unknown } | undefined)?.Role;
    const role = operatorRoles.find((each) => each === asked);
    if (!role) throw new Problem('InvalidRequest', `Choose a Role: ${operatorRoles.join(', ')}.`);
    const token = await beginOperatorSession(database().kysely, {
      operatorId: demoOperatorId(role),
      isComplete: true,
      network: findNetworkPrefix(request.ip),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    });
    cookieOf(request, reply).set(token);
    return { Success: true };
  });
}
