// The console's session cookie. Scripts can't read it, and no other site's page can send it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleCookie } from '#server/http/implement-api.ts';

/** Browsers bind a name with the prefix to the host, and accept it only over TLS. */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-fxid-console' : 'fxid-console');

export function createConsoleCookie(
  isSecure: boolean,
): (request: FastifyRequest, reply: FastifyReply) => ConsoleCookie {
  const name = nameOf(isSecure);
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return (request, reply) => ({
    token: readCookie(request, name),
    set: (token) => void reply.header('set-cookie', `${name}=${token}; ${attributes}`),
    clear: () => void reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`),
  });
}

export const readConsoleToken = (request: FastifyRequest, isSecure: boolean): string | undefined =>
  readCookie(request, nameOf(isSecure));

/** Undefined if a cookie is there twice: another host of the site could have set one of them. */
function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  const found = (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
