// From an order to something that its buyer can pay. Providers are tried one after the other: one that refuses or does not answer
// must not keep anybody from buying where another one is set up.
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { StoredGame } from '#server/features/games/read-games.ts';
import { beginAttempt } from './begin-attempt.ts';
import { chooseProviders, type ChosenProvider } from './choose-provider.ts';
import type { LoadedProvider } from './load-providers.ts';
import { openAttempt } from './open-attempt.ts';
import type { OrderRow, OrdersDeps } from './orders-deps.ts';
import { personalInfoOf, rememberedPersonalInfo, savePersonalInfo } from './personal-info.ts';

export interface PaymentWish {
  readonly game: StoredGame;
  readonly preferred?: string | undefined;
  readonly locale: Locale;
  readonly wantsRedirect: boolean;
  /** The page of ours on which every way through the provider's pages ends. */
  readonly returnUrl: string;
}

export type OpenedPayment =
  | {
      readonly outcome: 'opened';
      readonly provider: LoadedProvider;
      readonly reply: object;
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

async function tryProviders(deps: OrdersDeps, order: OrderRow, wish: PaymentWish): Promise<OpenedPayment> {
  const candidates = await chooseProviders(deps, { ...wish, currency: order.currency });
  const buyer = await readBuyer(deps, order);
  let fault: unknown;
  for (const provider of candidates) {
    if (!(await hasWhatIsNeeded(deps, order, provider)))
      return { outcome: 'needs email', suggested: buyer.email ?? undefined, offered: candidates };
    const attempt = await beginAttempt(deps, provider.folder, {
      ...wish,
      orderId: order.order_id,
      buyerName: buyer.name,
    });
    try {
      const opened = await openAttempt(deps, attempt);
      if (opened.outcome === 'opened' && (!wish.wantsRedirect || opened.redirectUrl !== undefined))
        return { ...opened, provider, offered: candidates };
    } catch (error) {
      deps.log.warn({ err: error, provider: provider.folder, orderId: order.order_id }, 'A payment was not opened.');
      fault = error;
    }
  }
  if (fault !== undefined) throw new Problem('ProviderUnavailable', undefined, { cause: fault });
  throw new Problem('PaymentRefused');
}

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
