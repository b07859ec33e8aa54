// The request-specific part of a host, for tests without a server.
import type { PlatformHost } from './port.server.ts';

export const testRequestContext: Pick<PlatformHost, 'callerAddress' | 'consumeOnce'> = {
  callerAddress: '127.0.0.1',
  consumeOnce: async () => true,
};
