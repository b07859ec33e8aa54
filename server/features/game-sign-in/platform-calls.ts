// API calls of single platforms, implemented by their adapters.
import { Problem } from '#model/problem.ts';
import type { Route } from '#model/route.ts';
import type { Gift, GiftResult, ProvedPurchase, PurchaseResult, PlatformTools } from '#platforms/port.server.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { ApiCall } from '#server/http/implement-api.ts';
import { findPlatformIdentity } from './find-platform-identity.ts';
import { renderGameLaunchPage, type GameLaunchPageDeps } from './render-game-launch-page.ts';
import type { LoadedPlatform } from './load-platforms.ts';
import { createPlatformHost } from './platform-host.ts';
import { createPlatformSignIn, type PlatformSignIn } from './platform-sign-in.ts';
import type { SignInByPlatformDeps } from './sign-in-by-platform.ts';

export interface PlatformCallsDeps extends SignInByPlatformDeps {
  readonly launch: GameLaunchPageDeps;
  readonly claim: ClaimPurchase;
  readonly findGranted: FindOrderOfPurchase;
  readonly wrongReceipts: WrongReceiptLimit;
  readonly give: GrantGift;
}

export interface WrongReceiptLimit {
  check(accountId: string): Promise<void>;
  count(accountId: string, receipt: string): Promise<void>;
}

export type GrantGift = (
  folder: string,
  receiver: { readonly accountId: string; readonly game: string },
  gift: Gift,
) => Promise<GiftResult>;

export type FindOrderOfPurchase = (
  folder: string,
  buyer: { readonly accountId: string; readonly game: string },
  transactionId: string,
) => Promise<string | undefined>;

export type ClaimPurchase = (
  folder: string,
  buyer: { readonly accountId: string; readonly game: string },
  purchase: ProvedPurchase,
) => Promise<PurchaseResult>;

type PlatformHandlers = Readonly<Record<string, Readonly<Record<string, (call: ApiCall<Route>) => Promise<unknown>>>>>;

/** Calls without an adapter are unavailable. */
export function createPlatformCallHandlers(deps: PlatformCallsDeps): PlatformHandlers {
  const signIn = createPlatformSignIn(deps);
  const areas = deps.platforms.flatMap((platform) => {
    const { folder, manifest, adapter } = platform;
    const calls = Object.entries(manifest.routes ?? {}).map(([name, declared]) => {
      const own = adapter.calls[name];
      const handler = own ? handlerOf(deps, signIn, { platform, declared, own }) : notAvailable(`${folder}.${name}`);
      return [name, handler] as const;
    });
    return calls.length === 0 ? [] : [[folder, Object.fromEntries(calls)] as const];
  });
  return Object.fromEntries(areas);
}

const notAvailable = (call: string) => async (): Promise<never> => {
  throw new Problem('CallNotAvailable', `${call} is declared, but this version of the server does not answer it.`);
};

type OwnCall = NonNullable<LoadedPlatform['adapter']>['calls'][string];

interface Given {
  readonly platform: LoadedPlatform;
  readonly declared: Route;
  readonly own: OwnCall;
}

function handlerOf(deps: PlatformCallsDeps, signIn: PlatformSignIn, { platform, declared, own }: Given) {
  return async (call: ApiCall<Route>): Promise<unknown> => {
    // An undeclared query was not validated and could name another game, so it is dropped.
    const query = declared.query ? (call.query as object) : {};
    const input = { ...(call.params as object), ...query, ...(call.body as object) };
    const { Game, GameSystemName } = input as { Game?: string; GameSystemName?: string };
    const game = Game ?? GameSystemName ?? '';
    // Calls for players have a session; public calls look it up on demand.
    const given = call.session as Session | (() => Promise<Session | undefined>);
    const session = typeof given === 'function' ? given : async () => given;
    await requireGame(deps.database.kysely, game);
    const { host, scope } = await createPlatformHost(deps, platform, { game, caller: call.caller() });
    const tools: PlatformTools = {
      caller: async () => {
        const player = await session();
        return player && findPlatformIdentity(deps.database.kysely, platform.manifest, { ...player, scope });
      },
      signIn: async (verdict) => {
        const of = { manifest: platform.manifest, game, scope, caller: call.caller(), session };
        const { Token, AccountId } = await signIn(verdict, of);
        return { Token, AccountId };
      },
      claim: async (purchase) => {
        const player = await session();
        if (!player) throw new Problem('Unauthenticated');
        return deps.claim(platform.folder, { accountId: player.accountId, game }, purchase);
      },
      findGrantedOrder: async (transactionId) => {
        const player = await session();
        return player && deps.findGranted(platform.folder, { accountId: player.accountId, game }, transactionId);
      },
      checkWrongReceiptLimit: async () => {
        const player = await session();
        if (player) await deps.wrongReceipts.check(player.accountId);
      },
      countWrongReceipt: async (receipt) => {
        const player = await session();
        if (player) await deps.wrongReceipts.count(player.accountId, `${platform.folder} ${receipt}`);
      },
      grantGift: async (gift) => {
        const player = await session();
        if (!player) throw new Problem('Unauthenticated');
        return deps.give(platform.folder, { accountId: player.accountId, game }, gift);
      },
    };
    if (!declared.replyType) return own(input, host, tools);
    const start = { game, query: call.query, caller: call.caller() };
    return renderGameLaunchPage(deps.launch, platform, start, async () => String(await own(input, host, tools)));
  };
}
