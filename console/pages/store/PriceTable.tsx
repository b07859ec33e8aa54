import { ActionIcon, Badge, Group, NumberInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currencyDecimals } from '#model/money.ts';
import { Icon } from '#console/ui/Icon.tsx';
import type { PriceColumn } from './list-price-columns.ts';
import type { Product } from './store-query.ts';
import './price-table.css';

interface PriceTableProps {
  readonly products: readonly Product[];
  readonly saved: readonly Product[];
  readonly columns: readonly PriceColumn[];
  readonly isReadOnly: boolean;
  readonly onChange: (at: number, product: Product) => void;
  readonly onEdit: (at: number) => void;
  readonly onChooseTier: (at: number) => void;
}

/** One row per product, one cell per price. */
export function PriceTable({ products, saved, columns, isReadOnly, onChange, onEdit, onChooseTier }: PriceTableProps) {
  const { t } = useTranslation();
  const before = new Map(saved.map((product) => [product.Sku, product]));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable by keyboard
    <div className="price-table" role="region" aria-label={t('games.tabs.store')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('store.product')}</th>
            {columns.map(({ currency, missing }) => (
              <th key={currency} scope="col">
                {currency}{' '}
                {missing > 0 && (
                  <Badge color="yellow" size="sm" title={t('store.without', { count: missing })}>
                    {missing}
                  </Badge>
                )}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('common.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the SKU of a new product changes while it is typed
            <tr key={at}>
              <th scope="row">
                <Text fw={500}>{product.Names['en'] ?? Object.values(product.Names)[0] ?? ''}</Text>
                <Text size="sm" c="dimmed" className="mono">
                  {product.Sku}
                </Text>
              </th>
              {columns.map(({ currency }) => (
                <td
                  key={currency}
                  data-missing={product.Prices[currency] === undefined || undefined}
                  data-changed={before.get(product.Sku)?.Prices[currency] !== product.Prices[currency] || undefined}
                >
                  <NumberInput
                    aria-label={t('store.priceOf', { sku: product.Sku, currency })}
                    hideControls
                    readOnly={isReadOnly}
                    min={0}
                    max={1e9}
                    decimalScale={currencyDecimals(currency)}
                    value={product.Prices[currency] ?? ''}
                    onChange={(value) => onChange(at, withPrice(product, currency, value))}
                  />
                </td>
              ))}
              <td>
                <Group gap="xs" wrap="nowrap">
                  {!isReadOnly && (
                    <ActionIcon
                      aria-label={t('store.tierOf', { sku: product.Sku })}
                      title={t('store.tier')}
                      onClick={() => onChooseTier(at)}
                    >
                      <Icon name="tag" />
                    </ActionIcon>
                  )}
                  <ActionIcon aria-label={t('store.edit', { sku: product.Sku })} onClick={() => onEdit(at)}>
                    <Icon name="edit" />
                  </ActionIcon>
                </Group>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** An empty cell means that there is no price. */
function withPrice(product: Product, currency: string, value: number | string): Product {
  const { [currency]: _, ...others } = product.Prices;
  const isPrice = value !== '' && Number(value) > 0;
  return { ...product, Prices: isPrice ? { ...product.Prices, [currency]: Number(value) } : others };
}
