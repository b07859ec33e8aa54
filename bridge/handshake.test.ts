import { afterEach, describe, expect, it, vi } from 'vitest';
import { helloMessageType, portMessageType } from './envelope.ts';
import { connectToPortal, type PortalConnection } from './game.browser.ts';
import { createFramePair, gameOrigin, portalOrigin, type FramePair } from './testing/frame-pair.ts';
import { openTestPortal, type TestPortal } from './testing/test-portal.ts';

const opened: { dispose(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.dispose();
});

describe('the portal', () => {
  const hello = { type: helloMessageType, versions: [2], attempt: 'a' };

  it('replies only to the window of its frame with exactly its origin', async () => {
    const pair = createFramePair();
    const portal = open(pair);
    const answers: unknown[] = [];
    const stranger = { postMessage: (message: unknown) => answers.push(message) };
    pair.sendToPortal({ source: stranger, origin: gameOrigin }, hello);
    pair.sendToPortal({ source: null, origin: gameOrigin }, hello);
    for (const origin of ['null', '', portalOrigin, `${gameOrigin}.evil.example`, gameOrigin.toUpperCase(), '*'])
      pair.sendToPortal({ source: pair.frame.contentWindow, origin }, hello);
    await messagesDelivered();
    expect(portal.connections).toEqual([]);
    expect(answers).toEqual([]);
  });

  it("does not match a removed frame's window to a message without a source", async () => {
    const pair = createFramePair();
    const portal = open({ ...pair, frame: { ...pair.frame, contentWindow: null } });
    pair.sendToPortal({ source: null, origin: gameOrigin }, hello);
    await messagesDelivered();
    expect(portal.connections).toEqual([]);
  });

  it.each([
    undefined,
    null,
    1,
    'hello',
    [],
    {},
    { type: portMessageType },
    { ...hello, versions: 2 },
    { ...hello, attempt: {} },
  ])('ignores %j', async (message) => {
    const pair = createFramePair();
    const portal = open(pair);
    pair.sendToPortal({ source: pair.frame.contentWindow, origin: gameOrigin }, message);
    await messagesDelivered();
    expect(portal.connections).toEqual([]);
  });

  it('gives one port to a game that asks again before the reply', async () => {
    const pair = createFramePair();
    const portal = open(pair);
    for (let times = 0; times < 3; times += 1)
      pair.sendToPortal({ source: pair.frame.contentWindow, origin: gameOrigin }, hello);
    await messagesDelivered();
    expect(portal.connections).toEqual([2]);
    expect(portal.closings()).toBe(0);
  });

  it('closes the previous port and its calls when the frame reloads', async () => {
    const pair = createFramePair();
    const portal = open(pair);
    const first = await connect(pair);
    const ended = expect(first.call('BuyProduct', { sku: 'waits' })).rejects.toMatchObject({ code: 'Closed' });
    await first.call('GetUrlHash');
    const second = await connect(pair);
    await ended;
    expect(portal.closings()).toBe(1);
    expect(portal.connected).toBe(true);
    await expect(second.call('BuyProduct', { sku: 'gems' })).resolves.toMatchObject({ transactionId: 'gems' });
  });

  it.each(['complete', 'interactive'])(
    'closes the port when the frame navigates away (page was %s)',
    async (readyState) => {
      const pair = createFramePair({ readyState });
      const portal = open(pair);
      const game = await connect(pair);
      if (readyState !== 'complete') pair.loaded();
      await expect(game.call('GetUrlHash')).resolves.toEqual({ hash: '' });
      pair.loaded();
      expect(portal.connected).toBe(false);
      await expect(game.call('GetUrlHash')).rejects.toMatchObject({ code: 'Closed' });
    },
  );

  it('closes when the page unloads, but not when it enters the back/forward cache', async () => {
    const pair = createFramePair();
    const portal = open(pair);
    const game = await connect(pair);
    pair.leave(true);
    await expect(game.call('GetUrlHash')).resolves.toEqual({ hash: '' });
    pair.leave(false);
    await vi.waitFor(() => expect(portal.connected).toBe(false));
  });

  it('stops replying to a game that keeps requesting ports', async () => {
    const pair = createFramePair();
    const portal = open(pair);
    for (let times = 0; times < 100; times += 1) {
      const again = { ...hello, attempt: `a${times}` };
      pair.sendToPortal({ source: pair.frame.contentWindow, origin: gameOrigin }, again);
    }
    await messagesDelivered();
    expect(portal.connections).toHaveLength(30);
    expect(portal.notes.at(-1)).toContain('more than 30 times in a minute');
  });

  it('sends no replies and no events after it was disposed', async () => {
    const pair = createFramePair();
    const portal = open(pair);
    const game = await connect(pair);
    portal.dispose();
    expect(portal.connected).toBe(false);
    expect(portal.emit('Leaving', {})).toBe(false);
    await expect(game.call('GetInfo')).rejects.toMatchObject({ code: 'Closed' });
    await expect(connectToPortal({ window: pair.gameWindow, waitMs: 50 })).resolves.toBeUndefined();
    portal.dispose();
    expect(portal.closings()).toBe(1);
  });

  it.each(['*', 'null'])('cannot be opened for the origin %s', (origin) => {
    const pair = createFramePair();
    expect(() => openTestPortal({ frame: pair.frame, window: pair.portalWindow, gameOrigin: origin })).toThrow(origin);
  });

  it('throws if an event does not match the protocol', async () => {
    const pair = createFramePair();
    const portal = open(pair);
    await connect(pair);
    const wrong = { language: 'fr', token: 'secret' };
    expect(() => portal.emit('LanguageChanged', wrong)).toThrow('LanguageChanged');
  });
});

describe('the game', () => {
  it('runs without a portal when it is not in a frame', async () => {
    const alone = { ...createFramePair().gameWindow, parent: undefined as unknown };
    alone.parent = alone;
    await expect(connectToPortal({ window: alone, waitMs: 60_000 })).resolves.toBeUndefined();
  });

  it('runs without a portal when the parent does not reply', async () => {
    await expect(connectToPortal({ window: createFramePair().gameWindow, waitMs: 50 })).resolves.toBeUndefined();
  });

  it('retries until the portal replies', async () => {
    const pair = createFramePair();
    const connecting = connectToPortal({ window: pair.gameWindow, retryMs: 10 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    open(pair);
    const game = await connecting;
    expect(game?.portalOrigin).toBe(portalOrigin);
    await expect(game?.call('GetUrlHash')).resolves.toEqual({ hash: '' });
  });

  it("finds the portal in a browser that does not report the parent's origin", async () => {
    const pair = createFramePair({ tellsAncestors: false });
    open(pair);
    expect((await connect(pair)).portalOrigin).toBe(portalOrigin);
  });

  it.each([true, false])(
    'does not connect to a portal that is not on its list (browser reports it: %s)',
    async (tells) => {
      const pair = createFramePair({ tellsAncestors: tells });
      open(pair);
      const options = { window: pair.gameWindow, waitMs: 100, portalOrigins: ['https://other.example'] };
      await expect(connectToPortal(options)).resolves.toBeUndefined();
    },
  );

  it('accepts a port only from its parent and for its own attempt', async () => {
    const pair = createFramePair();
    let asked: { attempt?: string } = {};
    pair.portalWindow.addEventListener('message', ({ data }) => (asked = data as typeof asked));
    const connecting = connectToPortal({ window: pair.gameWindow, waitMs: 200 });
    await messagesDelivered();
    const parent = { source: pair.gameWindow.parent, origin: portalOrigin };
    const answer = { type: portMessageType, version: 2, attempt: asked.attempt };
    expect(asked.attempt).toBeTypeOf('string');
    const offers: [{ source: unknown; origin: string }, unknown][] = [
      [{ ...parent, source: {} }, answer],
      [{ ...parent, origin: 'https://evil.example' }, answer],
      [parent, { ...answer, attempt: 'other' }],
      [parent, { ...answer, type: 'other' }],
      [parent, portMessageType],
    ];
    for (const [from, message] of offers) pair.sendToGame(from, message, [new MessageChannel().port1]);
    await expect(connecting).resolves.toBeUndefined();
  });

  it('fails when it has no protocol version in common with the portal', async () => {
    const pair = createFramePair();
    pair.portalWindow.addEventListener('message', ({ data }) => {
      const { attempt } = data as { attempt: string };
      pair.sendToGame(
        { source: pair.gameWindow.parent, origin: portalOrigin },
        { type: portMessageType, attempt, versions: [7] },
      );
    });
    await expect(connectToPortal({ window: pair.gameWindow })).rejects.toMatchObject({
      code: 'NotSupported',
      message: 'The portal speaks versions 7 of the bridge only',
    });
  });
});

function open(pair: FramePair): TestPortal {
  const portal = openTestPortal({ frame: pair.frame, window: pair.portalWindow, gameOrigin });
  opened.push(portal);
  return portal;
}

async function connect(pair: FramePair): Promise<PortalConnection> {
  const game = await connectToPortal({ window: pair.gameWindow });
  if (!game) throw new Error('No portal answered');
  opened.push({ dispose: () => game.close() });
  return game;
}

/** Messages between windows are delivered in a later turn of the event loop. */
async function messagesDelivered(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}
