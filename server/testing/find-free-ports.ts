import { createServer, type AddressInfo, type Server } from 'node:net';

export async function findFreePorts(): Promise<[number, number]> {
  const servers = await Promise.all([listen(), listen()]);
  const [port, gamesPort] = servers.map((server) => (server.address() as AddressInfo).port) as [number, number];
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [port, gamesPort];
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
