import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import { toLocale } from '#model/locale.ts';
import type { Product } from '#model/product.ts';
import { log } from '#portal/log.ts';
import { consumeStoredOrderId } from '#portal/purchase/stored-order.ts';
import { useBuyProduct } from '#portal/purchase/use-buy-product.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { usePageTarget } from '#portal/shell/use-page-target.ts';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { MissingContent } from '../error/NotFound.tsx';
import { listProductCategories, filterProducts } from './filter-products.ts';
import { OrderPanel } from './OrderPanel.tsx';
import { ProductCard } from './ProductCard.tsx';
import { saveCurrency, useStoredCurrency } from './store-currency.ts';
import { StoreBanner } from './StoreBanner.tsx';
import { StoreSkeleton } from './StoreSkeleton.tsx';
import { StoreToolbar } from './StoreToolbar.tsx';
import { useOwnedSkus } from './use-owned-skus.ts';
import { useProducts } from './use-products.ts';
import './store.css';

export function Store() {
  const { game = '' } = usePageTarget();
  // Another game needs fresh state.
  return <GameStore key={game} game={game} />;
}

function GameStore({ game }: { game: string }) {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const config = useQuery(gameConfigQuery(game));
  const [chosen, setChosen] = useState<string>();
  const kept = useStoredCurrency();
  const currency = chosen ?? kept;
  const products = useProducts(game, locale, currency);
  const isUnknown = [config.error, products.error].some((error) => error instanceof ApiError && error.status === 404);
  useKeptOrder();
  const choose = (wanted: string): void => {
    saveCurrency(wanted);
    setChosen(wanted);
  };
  const isFailed = (config.isError && !config.data) || (products.isError && !products.data);
  const refetch = (): Promise<unknown> =>
    Promise.all([config.isError && config.refetch(), products.isError && products.refetch()]);
  // Without a payment provider nothing can be bought.
  const canPay = config.data && Object.values(config.data.Store).includes(true);
  const isReady = config.data && products.data;
  if (isUnknown) return <MissingContent heading={t('screen.store')} text={t('game.notFound')} />;
  return (
    <div className="store" data-screen="store">
      <StoreBanner game={game} config={config.data} />
      {isFailed ? (
        <LoadFailed
          title={t('store.failed')}
          query={{ isFetching: config.isFetching || products.isFetching, refetch }}
        />
      ) : !isReady ? (
        <StoreSkeleton />
      ) : products.data.Products.length === 0 || !canPay ? (
        <EmptyState drawing="empty" title={t('store.empty')} />
      ) : (
        <Shelves game={game} list={products.data} isChanging={products.isPlaceholderData} setCurrency={choose} />
      )}
    </div>
  );
}

/** After a reload during a payment, the order's status is shown first. */
function useKeptOrder(): void {
  const navigate = useNavigate();
  const showKeptOrder = useEffectEvent(() => {
    const transactionId = consumeStoredOrderId();
    if (transactionId !== undefined) void navigate(`/Store/Return/${transactionId}`);
  });
  useEffect(() => showKeptOrder(), []);
}

function Shelves({
  game,
  list,
  isChanging,
  setCurrency,
}: {
  game: string;
  list: NonNullable<ReturnType<typeof useProducts>['data']>;
  isChanging: boolean;
  setCurrency: (currency: string) => void;
}) {
  const { t, i18n } = useTranslation();
  const { Products: all, Currency, Currencies = [Currency] } = list;
  const [wanted, setWanted] = useState('');
  const [chosen, setCategory] = useState<string>();
  const { buying, bought, hasFailed, buy } = usePurchase(game);
  const categories = listProductCategories(all);
  // A category's name depends on the language, so the selected one may no longer exist.
  const category = chosen !== undefined && categories.includes(chosen) ? chosen : undefined;
  const shown = filterProducts(all, wanted, category, i18n.language);
  const owned = useOwnedSkus(
    game,
    all.some(({ ProductType }) => ProductType === 'Durable'),
  );
  return (
    <>
      {bought !== undefined && <OrderPanel key={bought} id={bought} />}
      <StoreToolbar
        {...{ wanted, setWanted, categories, category, setCategory, setCurrency }}
        currencies={Currencies}
        currency={Currency}
      />
      {hasFailed && <Notice tone="danger">{t('purchase.startFailed')}</Notice>}
      <h2 className="unseen">{t('store.products')}</h2>
      {shown.length === 0 ? (
        <EmptyState drawing="empty" title={t('store.notFound')} />
      ) : (
        <ul className="product-grid" aria-busy={isChanging}>
          {shown.map((product) => (
            <ProductCard
              key={product.Sku}
              product={product}
              isOwned={product.ProductType === 'Durable' && owned.has(product.Sku)}
              isBuying={buying === product.Sku}
              buy={() => void buy(product)}
            />
          ))}
        </ul>
      )}
      <p className="unseen" role="status">
        {wanted === ''
          ? ''
          : t('store.foundCount', { number: new Intl.NumberFormat(i18n.language).format(shown.length) })}
      </p>
    </>
  );
}

/** One purchase at a time. The last one is kept to show its status. */
function usePurchase(game: string) {
  const start = useBuyProduct(game);
  const queries = useQueryClient();
  const [buying, setBuying] = useState<string>();
  const [bought, setBought] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const buy = async ({ Sku, Currency }: Product): Promise<void> => {
    if (buying !== undefined) return;
    setBuying(Sku);
    setFailed(false);
    try {
      // In the currency shown on the button.
      const end = await start(Sku, Currency);
      if (end.outcome === 'paid' || end.outcome === 'unconfirmed') setBought(end.transactionId);
      await queries.invalidateQueries({ queryKey: ['orders'] });
    } catch (error) {
      log.warn(`${Sku} of ${game} could not be bought.`, error);
      setFailed(true);
    } finally {
      setBuying(undefined);
    }
  };
  return { buying, bought, hasFailed, buy };
}
