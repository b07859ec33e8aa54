// A Redis with a replica and three sentinels, from ops/redis.conf and ops/sentinel.conf.
import { Redis } from 'ioredis';
import { eventually } from '#server/testing/eventually.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { adaptOpsFile, makeEngineFolder, startEngine, writeEngineFile, type EngineProcess } from './engine-process.ts';

export interface RedisMember {
  readonly name: string;
  readonly port: number;
  readonly process: EngineProcess;
}

export interface RedisCluster extends AsyncDisposable {
  readonly members: readonly [RedisMember, RedisMember];
  findPrimary(): Promise<RedisMember>;
  untilReplicated(): Promise<void>;
}

export async function startRedisCluster(parent: string, program: string): Promise<RedisCluster> {
  await using parts = new AsyncDisposableStack();
  const [ports, [sentinelPort, secondPort], [thirdPort]] = [
    await findFreePorts(),
    await findFreePorts(),
    await findFreePorts(),
  ];
  const startMember = (name: string, port: number): RedisMember => {
    const folder = makeEngineFolder(parent, `redis-${name}`);
    const text = adaptOpsFile('redis.conf', {
      'bind 10.0.0.31': 'bind 127.0.0.1',
      'port 6379\n': `port ${port}\n`,
      '/var/lib/redis': folder,
      ...(name === 'two' && { '# replicaof 10.0.0.31 6379': `replicaof 127.0.0.1 ${ports[0]}` }),
    });
    const args = [writeEngineFile(folder, 'redis.conf', text)];
    return { name, port, process: parts.use(startEngine({ name: `redis-${name}`, program, args, folder })) };
  };
  const members = [startMember('one', ports[0]), startMember('two', ports[1])] as const;
  const findPrimary = (): Promise<RedisMember> =>
    eventually(async () => {
      for (const member of members)
        if ((await readReplication(member.port))?.includes('role:master') === true) return member;
      return undefined;
    });
  const untilReplicated = async (): Promise<void> => {
    await eventually(async () => {
      const { port } = await findPrimary();
      return (await readReplication(port))?.includes('state=online') ?? false;
    });
  };
  await untilReplicated();
  for (const [at, port] of [sentinelPort, secondPort, thirdPort].entries()) {
    const folder = makeEngineFolder(parent, `sentinel-${at + 1}`);
    const text = adaptOpsFile('sentinel.conf', {
      'bind 10.0.0.41': 'bind 127.0.0.1',
      'port 26379\n': `port ${port}\n`,
      '/var/lib/redis': folder,
      'fxid 10.0.0.31 6379': `fxid 127.0.0.1 ${ports[0]}`,
    });
    const args = [writeEngineFile(folder, 'sentinel.conf', text), '--sentinel'];
    parts.use(startEngine({ name: `sentinel-${at + 1}`, program, args, folder }));
  }
  // They find each other through the primary.
  await eventually(async () => (await ask(sentinelPort, (each) => each.call('sentinel', 'ckquorum', 'fxid'))) ?? false);
  const started = parts.move();
  return { members, findPrimary, untilReplicated, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

const readReplication = (port: number): Promise<string | undefined> =>
  ask(port, (client) => client.info('replication'));

async function ask<Answer>(port: number, question: (client: Redis) => Promise<Answer>): Promise<Answer | undefined> {
  const client = new Redis(port, '127.0.0.1', { lazyConnect: true, connectTimeout: 2000, retryStrategy: () => null });
  // The failed command below says the same.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await question(client);
  } catch {
    return undefined;
  } finally {
    client.disconnect();
  }
}
