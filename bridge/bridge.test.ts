// Tests the protocol over Node's MessageChannel. e2e/bridge.spec.ts runs the same cases in a real frame.
import { describe, it } from 'vitest';
import { createFramePair, gameOrigin } from './testing/frame-pair.ts';
import { protocolCases } from './testing/protocol-cases.ts';
import { openTestPortal } from './testing/test-portal.ts';

describe('the bridge', () => {
  it.each(protocolCases)('$name', async ({ run }) => {
    const pair = createFramePair();
    const portal = openTestPortal({ frame: pair.frame, window: pair.portalWindow, gameOrigin });
    try {
      await run(pair.gameWindow);
    } finally {
      portal.dispose();
    }
  });
});
