// What an adapter gets of a call, where a test calls it without a server: from this machine, and nothing was spent before.
import type { PlatformHost } from './port.server.ts';

export const testCall: Pick<PlatformHost, 'callerAddress' | 'consumeOnce'> = {
  callerAddress: '127.0.0.1',
  consumeOnce: async () => true,
};
