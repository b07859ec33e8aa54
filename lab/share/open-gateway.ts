// Opens the lab to the network with one https port each for the portal, the lab and every game, because phones don't
// resolve names in .localhost.
import { once } from 'node:events';
import { request as askHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Certificate } from './make-certificate.ts';

export interface GatewayPort {
  readonly port: number;
  readonly target: { readonly port: number; readonly host?: string };
  readonly what: string;
}

export interface Gateway {
  close(): Promise<void>;
}

export async function openGateway(
  address: string,
  openings: readonly GatewayPort[],
  certificate: Certificate,
): Promise<Gateway> {
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(
      servers.map(async (server) => {
        server.closeAllConnections();
        server.close();
        if (server.listening) await once(server, 'close');
      }),
    );
  };
  try {
    for (const opening of openings) servers.push(await open(address, opening, certificate));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

async function open(address: string, { port, target, what }: GatewayPort, certificate: Certificate): Promise<Server> {
  const server = createServer({ ...certificate }, (request, reply) => forward(request, reply, target));
  server.listen({ host: address, port });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new Error(
      `${what} couldn't be opened at ${address}:${port}: ${(cause as Error).message}. Stop the program that uses the port, or start without --share.`,
      { cause },
    );
  }
  return server;
}

function forward(request: IncomingMessage, reply: ServerResponse, { port, host }: GatewayPort['target']): void {
  const { method, url: path, headers } = request;
  const sent = askHttp({
    host: 'localhost',
    port,
    method,
    path,
    headers: { ...headers, ...(host !== undefined && { host }) },
  });
  sent.on('response', (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  sent.on('error', () => {
    if (reply.headersSent) reply.destroy();
    else reply.writeHead(502, { 'content-type': 'text/plain' }).end("The lab isn't responding. Check its terminal.\n");
  });
  // Ends a stream when the phone disconnects.
  reply.on('close', () => sent.destroy());
  request.pipe(sent);
}
