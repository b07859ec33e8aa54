import { expect, test } from 'vitest';
import { buildErrorMessage } from './envelope.ts';
import { bridgeErrors, type BridgeErrorCode } from './protocol.ts';

test.each(Object.keys(bridgeErrors) as BridgeErrorCode[])(
  'an SDK of protocol version 1 gets %s as one of its two codes, with the same message',
  (code) => {
    const errorCode = code === 'UserCancelled' ? 'UserCancelled' : 'Unknown';
    expect(buildErrorMessage(1, 7, code, 'why')).toEqual({ requestId: 7, error: { errorCode, message: 'why' } });
    expect(buildErrorMessage(2, 7, code, 'why')).toEqual({ id: 7, error: { code, message: 'why' } });
  },
);
