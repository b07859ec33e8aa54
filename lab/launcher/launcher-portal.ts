// The launcher's client of the portal.
import { randomUUID } from 'node:crypto';
import { apiBase } from '#contract/api-base.ts';
import { api, type Api } from '#contract/api.ts';
import { createClient } from '#contract/client.ts';
import { buildCallTable } from '#contract/describe.ts';
import { analyticsEventIds, portalAnalyticsBuildId, portalAnalyticsPlatformId } from '#model/analytics-events.ts';
import type { OperatingSystem } from '#model/installable-build.ts';

export interface LauncherPortalOptions {
  readonly origin: string;
  readonly token: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}

interface WantedBuild {
  readonly game: string;
  readonly branch: string;
  readonly os: OperatingSystem;
}

export type LauncherPortal = ReturnType<typeof createLauncherPortal>;

const timeoutMs = 30_000;

export function createLauncherPortal({ origin, token, fetch }: LauncherPortalOptions) {
  const client = createClient<Api>(buildCallTable(api), {
    base: origin + apiBase,
    send: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
    token: () => token,
  });
  return {
    client,
    listBranches: (game: string) => client.launcher.availableBranches({ Game: game }),
    findDefaultBranch: async (game: string): Promise<string | undefined> =>
      (await client.games.publicConfig({ Game: game })).Launcher?.DefaultBranch,
    readManifest: ({ game, branch, os }: WantedBuild) =>
      client.launcher.manifest({ Game: game, Branch: branch, Os: os }),
    requestDownload: async ({ game, branch, os }: WantedBuild): Promise<string> =>
      (await client.launcher.requestDownload({ Game: game, Branch: branch, Os: os })).SessionId,
    readDownload: (game: string, SessionId: string) => client.launcher.download({ Game: game, SessionId }),
    finishDownload: (game: string, SessionId: string, Outcome: 'Completed' | 'Failed', Reason?: string) =>
      client.launcher.finishDownload({ Game: game, SessionId, Outcome, ...(Reason !== undefined && { Reason }) }),
    /** The token is for the portal alone. */
    headersFor: (url: string): Record<string, string> =>
      token !== undefined && new URL(url).origin === origin ? { authorization: `Bearer ${token}` } : {},
    recordStart: (game: string, at: Date): Promise<void> => {
      const event = { EventId: analyticsEventIds.LauncherStarted, CreatedAt: at.toISOString(), S1: game };
      return client.analytics.track({
        SessionId: randomUUID(),
        Platform: portalAnalyticsPlatformId,
        BuildId: portalAnalyticsBuildId,
        Events: [event],
      });
    },
  };
}
