// What a game sells, edited in place: changes are marked and saved together.
import { Alert, Button, Group, List, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import { api } from '#console/api.ts';
import { useOperator } from '#console/session.ts';
import { CsvButtons } from '#console/ui/CsvButtons.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FormProblem } from '#console/ui/FormProblem.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { ChooseTier } from './ChooseTier.tsx';
import { EditProduct } from './EditProduct.tsx';
import { ImportProducts } from './ImportProducts.tsx';
import { listPriceColumns } from './list-price-columns.ts';
import { PriceTable } from './PriceTable.tsx';
import type { Product, StoreTable } from './store-query.ts';
import { savePriceDraft } from './save-price-draft.ts';
import { suggestPrices } from './suggest-prices.ts';

interface StoreFormProps {
  readonly game: string;
  readonly table: StoreTable;
  readonly reload: () => Promise<unknown>;
}

export function StoreForm({ game, table, reload }: StoreFormProps) {
  const { t } = useTranslation();
  const { can, Role } = useOperator();
  const navigate = useNavigate();
  const [products, setProducts] = useState<readonly Product[]>(table.Products);
  const [edited, setEdited] = useState<number>();
  const [tierOf, setTierOf] = useState<number>();
  const [csv, setCsv] = useState<string>();
  const [reason, setReason] = useState('');
  const mayChange = can('products.change');
  const isChanged = JSON.stringify(products) !== JSON.stringify(table.Products);
  const columns = listPriceColumns(
    products,
    table.Units.map(({ Unit }) => Unit),
  );
  const replace = (at: number, product: Product): void =>
    setProducts(products.map((each, place) => (place === at ? product : each)));
  const save = useAction({
    run: () =>
      api.operatorProducts.save({
        Game: game,
        Version: table.Version,
        Products: [...products],
        Reason: reason.trim() || undefined,
      }),
    done: t('common.saved'),
    onDone: () => void reload(),
    // The request has the changes.
    onStored: () => setProducts(table.Products),
    showsError: false,
  });
  const draft = useAction({
    run: () => savePriceDraft(game, { seen: table.Version, products, note: reason.trim() }),
    done: t('drafts.saved'),
    changes: [['drafts']],
    onDone: ({ DraftId }) => void navigate(`/drafts/${DraftId}`),
    showsError: false,
  });
  const error = save.error ?? draft.error;
  const fields = error instanceof ApiError ? error.fields : {};
  const isConflict = error instanceof ApiError && error.code === 'Conflict';
  const warnings = [...table.Missing.map((each) => t(`store.missing.${each}`)), ...table.Unpriced];
  const fill = (): void =>
    setProducts(
      products.map((product) => ({
        ...product,
        Prices: suggestPrices(
          product.Prices,
          columns.map(({ currency }) => currency),
          table.Rates,
        ),
      })),
    );
  return (
    <Stack>
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<Icon name="alert" />} title={t('store.warnings')}>
          <List size="sm">
            {warnings.map((each) => (
              <List.Item key={each}>{each}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        {mayChange && (
          <>
            <Button
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => {
                setProducts([...products, { Sku: '', Names: { en: '' }, Prices: {} }]);
                setEdited(products.length);
              }}
            >
              {t('store.add')}
            </Button>
            <Button variant="default" disabled={products.length === 0} onClick={fill}>
              {t('store.fill')}
            </Button>
          </>
        )}
        <CsvButtons
          fileName={`${game}-products.csv`}
          onExport={async () => `\ufeff${(await api.operatorProducts.exportCsv({ Game: game })).Csv}`}
          onImport={mayChange ? setCsv : undefined}
        />
      </Group>
      {products.length === 0 ? (
        <EmptyState icon="orders" title={t('store.empty')} text={t('store.emptyText')} />
      ) : (
        <PriceTable
          products={products}
          saved={table.Products}
          columns={columns}
          isReadOnly={!mayChange}
          onChange={replace}
          onEdit={setEdited}
          onChooseTier={setTierOf}
        />
      )}
      {isConflict ? (
        <Alert color="yellow" role="alert" title={t('games.configuration.conflict')}>
          {error?.message}
          <Group mt="sm">
            <Button size="xs" variant="default" onClick={() => void reload()}>
              {t('games.configuration.reload')}
            </Button>
          </Group>
        </Alert>
      ) : Object.keys(fields).length > 0 ? (
        <Alert color="red" role="alert" title={t('store.invalid')}>
          <List size="sm">
            {Object.entries(fields).map(([path, said]) => (
              <List.Item key={path}>
                <span className="mono">{nameProduct(path, products)}</span> {said}
              </List.Item>
            ))}
          </List>
        </Alert>
      ) : (
        <FormProblem error={error} />
      )}
      {mayChange && (
        <Group align="flex-end">
          <TextInput
            label={t('confirm.reason')}
            description={t('confirm.reasonText')}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            style={{ flexGrow: 1 }}
          />
          <Button variant="default" disabled={!isChanged} onClick={() => setProducts(table.Products)}>
            {t('games.configuration.undo')}
          </Button>
          {Role !== 'studio' && (
            <Button variant="default" disabled={!isChanged} loading={draft.isPending} onClick={() => draft.mutate()}>
              {t('store.saveDraft')}
            </Button>
          )}
          <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
            {t('common.save')}
          </Button>
        </Group>
      )}
      {edited !== undefined && products[edited] && (
        <EditProduct
          product={products[edited]}
          skus={products.map(({ Sku }) => Sku)}
          isReadOnly={!mayChange}
          onChange={(product) => {
            replace(edited, product);
            setEdited(undefined);
          }}
          onRemove={() => {
            setProducts(products.filter((_, at) => at !== edited));
            setEdited(undefined);
          }}
          onClose={() => {
            // A new product that was not completed.
            setProducts(products.filter(({ Sku }) => Sku !== ''));
            setEdited(undefined);
          }}
        />
      )}
      {tierOf !== undefined && products[tierOf] && (
        <ChooseTier
          product={products[tierOf]}
          columns={columns.map(({ currency }) => currency)}
          worths={table.Worths}
          rates={table.Rates}
          onChange={(product) => {
            replace(tierOf, product);
            setTierOf(undefined);
          }}
          onClose={() => setTierOf(undefined)}
        />
      )}
      {csv !== undefined && (
        <ImportProducts game={game} csv={csv} onClose={() => setCsv(undefined)} onImported={() => void reload()} />
      )}
    </Stack>
  );
}

/** `/3/Prices/EUR` as `gems/Prices/EUR`. */
function nameProduct(path: string, products: readonly Product[]): string {
  const [, at = '', ...rest] = path.split('/');
  return [products[Number(at)]?.Sku ?? at, ...rest].join('/');
}
