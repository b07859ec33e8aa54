// A page link as the loader makes it, over the simulated portal of our SDK.
import { SdkError } from '#sdk/sdk-error.ts';
import { createLocalPortal } from '#sdk/local-portal.ts';
import { createSaves } from '#sdk/saves.ts';
import { createSdk } from '#sdk/create-sdk.ts';
import type { LocalPortalOptions, Sdk } from '#sdk/sdk.ts';
import type { PageLink } from '../kit/page-link.browser.ts';

export interface TestLink {
  readonly link: PageLink;
  readonly sdk: Sdk;
  /** The names of the calls that reached the portal. */
  readonly calls: string[];
  readonly emit: (event: string, data: unknown) => void;
  /** The player leaves: every call rejects from now on. */
  readonly close: () => void;
}

export function createTestLink(local: LocalPortalOptions = { ads: 'finished' }, isDisabled = false): TestLink {
  const calls: string[] = [];
  const listeners = new Map<string, ((data: unknown) => void)[]>();
  let isClosed = false;
  const portal = createLocalPortal(local);
  const sdk = createSdk({
    isFramed: isDisabled,
    isDevelopment: false,
    connect: () => Promise.resolve(undefined),
    loadLocalPortal: async () => () => ({
      call: (method, params) => {
        calls.push(method);
        return isClosed
          ? Promise.reject(new SdkError('Closed', method, 'The game was left.'))
          : portal.call(method, params);
      },
      on: (event, listener) => {
        listeners.set(event, [...(listeners.get(event) ?? []), listener]);
        portal.on(event, listener);
      },
    }),
    loadSaves: async () => createSaves,
  });
  return {
    sdk,
    calls,
    emit: (event, data) => listeners.get(event)?.forEach((listener) => listener(data)),
    close: () => void (isClosed = true),
    link: {
      page: {
        sdk: 'test',
        file: '/sdk/compat/test.js',
        scripts: [],
        game: 'miner',
        root: '/',
        playUrl: 'https://play.example/play/miner',
        board: 'best',
      },
      openSdk: async () => {
        await sdk.init();
        return sdk;
      },
      report: () => undefined,
    },
  };
}
