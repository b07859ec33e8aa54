// From an order to something that its buyer can pay. Providers are tried one after the other: one that refuses or does not answer
// must not keep anybody from buying where another one is set up.
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { StoredGame } from '#server/features/games/read-games.ts';
import { beginAttempt } from './begin-attempt.ts';
import { externalIdOf } from '../providers/buyer-identity.ts';
import { chooseProviders, type ChosenProvider } from '../providers/choose-provider.ts';
import type { LoadedProvider } from '../providers/load-providers.ts';
import { openAttempt } from './open-attempt.ts';
import type { AttemptRow, OrderRow, OrdersDeps } from '../orders-deps.ts';
import { personalInfoOf, rememberedPersonalInfo, savePersonalInfo } from '../ordering/personal-info.ts';

export interface PaymentWish {
  readonly game: StoredGame;
  readonly preferred?: string | undefined;
  readonly locale: Locale;
  readonly wantsRedirect: boolean;
  /** The page of ours on which every way through the provider's pages ends. */
  readonly returnUrl: string;
  /** The attempt that the order was made with. */
  readonly begun?: AttemptRow | undefined;
}

export type OpenedPayment =
  | {
      readonly outcome: 'opened';
      readonly provider: LoadedProvider;
      /** The manifest's block, where it has one. */
      readonly reply?: object | undefined;
      readonly redirectUrl?: string;
      /** Who could take it, the best first. */
      readonly offered: readonly LoadedProvider[];
    }
  /** The receipt needs an address first; `suggested` is the one of the account. */
  | {
      readonly outcome: 'needs email';
      readonly suggested: string | undefined;
      readonly offered: readonly LoadedProvider[];
    };

/** The same wish for the same order, made many times at once, is one. */
export function openPayment(deps: OrdersDeps, order: OrderRow, wish: PaymentWish): Promise<OpenedPayment> {
  const { preferred = 'any', wantsRedirect } = wish;
  const isInformed = order.sealed_personal_info !== null;
  return deps.paying(`${order.order_id} ${preferred} ${wantsRedirect} ${isInformed}`, () =>
    tryProviders(deps, order, wish),
  );
}

/** The attempt that an order would be tried with first, before there is one. Undefined: the buyer is asked for something before. */
export async function planAttempt(
  deps: OrdersDeps,
  wish: PaymentWish,
  order: {
    readonly orderId: string;
    readonly accountId: string;
    readonly platform: string;
    readonly currency: string;
    readonly buyerName: string;
  },
) {
  const [provider] = await chooseProviders(deps, { ...wish, currency: order.currency, platform: order.platform });
  // The settings are those of the half's own schema.
  if (provider.half.needsEmail(provider.settings as never)) return undefined;
  const { orderId, buyerName, accountId } = order;
  const buyerExternalId = await externalIdOf(deps.database.kysely, provider, accountId);
  return { folder: provider.folder, wish: { ...wishAt(provider, wish), orderId, buyerName, buyerExternalId } };
}

async function tryProviders(deps: OrdersDeps, order: OrderRow, wish: PaymentWish): Promise<OpenedPayment> {
  const { currency, platform } = order;
  const candidates = await chooseProviders(deps, { ...wish, currency, platform });
  let fault: unknown;
  for (const provider of candidates) {
    const begun = wish.begun?.provider === provider.folder ? wish.begun : undefined;
    if (!begun && !(await hasWhatIsNeeded(deps, order, provider))) {
      const { email } = await readBuyer(deps, order);
      return { outcome: 'needs email', suggested: email ?? undefined, offered: candidates };
    }
    const attempt = begun ?? (await beginWith(deps, order, wish, provider));
    try {
      const opened = await openAttempt(deps, attempt, { isNew: begun !== undefined });
      const { wantsRedirect } = wishAt(provider, wish);
      if (opened.outcome === 'opened' && (!wantsRedirect || opened.redirectUrl !== undefined))
        return { ...opened, provider, offered: candidates };
    } catch (error) {
      deps.log.warn({ err: error, provider: provider.folder, orderId: order.order_id }, 'A payment was not opened.');
      fault = error;
    }
  }
  if (fault !== undefined) throw new Problem('ProviderUnavailable', undefined, { cause: fault });
  throw new Problem('PaymentRefused');
}

async function beginWith(
  deps: OrdersDeps,
  order: OrderRow,
  wish: PaymentWish,
  provider: ChosenProvider,
): Promise<AttemptRow> {
  const { name } = await readBuyer(deps, order);
  const buyerExternalId = await externalIdOf(deps.database.kysely, provider, order.account_id);
  const given = { orderId: order.order_id, buyerName: name, buyerExternalId };
  return beginAttempt(deps, provider.folder, { ...wishAt(provider, wish), ...given });
}

/** On a platform that takes the money itself nobody is sent anywhere: it opens its own dialog over the game. */
const wishAt = ({ family }: LoadedProvider, wish: PaymentWish): PaymentWish =>
  family === 'platforms' ? { ...wish, wantsRedirect: false } : wish;

async function readBuyer({ database }: OrdersDeps, { account_id: accountId }: OrderRow) {
  const account = await database.kysely
    .selectFrom('accounts')
    .select(['name', 'email'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Problem('NotFound', 'The account of this order is gone.');
  return account;
}

/** Some receipts need an address before anything is opened: the order's, or one that the buyer has allowed to be used again. */
async function hasWhatIsNeeded(deps: OrdersDeps, order: OrderRow, provider: ChosenProvider): Promise<boolean> {
  // The settings are those of the half's own schema.
  if (!provider.half.needsEmail(provider.settings as never)) return true;
  if (personalInfoOf(deps.sealer, order)?.email !== undefined) return true;
  const remembered = order.account_id === null ? undefined : await rememberedPersonalInfo(deps, order.account_id);
  return remembered?.email !== undefined && (await savePersonalInfo(deps, order.order_id, remembered));
}
