import type { FastifyInstance } from 'fastify';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The name of the setting that the port comes from. */
  readonly setting: 'PORT' | 'GAMES_PORT';
}

/** Listens; where that is not possible, the fault names the setting and the remedy. */
export async function listen(app: FastifyInstance, { host, port, setting }: ListenOptions): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === 'EADDRINUSE')
      throw new Error(
        `${setting} ${port} is in use by another program. Stop that program, or set ${setting} to a free port.`,
        { cause },
      );
    if (code === 'EACCES')
      throw new Error(`${setting} ${port} may not be used by this account. Set ${setting} to 1024 or more.`, { cause });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Error(`HOST ${host} is no address of this machine. Set HOST to one, or leave it out.`, { cause });
    throw cause;
  }
}
