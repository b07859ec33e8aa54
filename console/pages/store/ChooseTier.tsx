import { Alert, Button, Group, Modal, MultiSelect, Select, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#console/i18n/use-formats.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { findTier, readTier, tierCurrencies, tiers, type TierSources } from './price-tiers.ts';
import type { Product } from './store-query.ts';

interface ChooseTierProps extends TierSources {
  readonly product: Product;
  /** The currencies and units of the table. */
  readonly columns: readonly string[];
  readonly onChange: (product: Product) => void;
  readonly onClose: () => void;
}

/** Fills in a product's prices from a price tier. They are an edit of the table, which is saved there. */
export function ChooseTier({ product, columns, worths, rates, onChange, onClose }: ChooseTierProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [tier, setTier] = useState(findTier(product.Prices));
  const [chosen, setChosen] = useState<readonly string[]>(columns);
  const prices = tier === undefined ? {} : readTier(tier, chosen, { worths, rates });
  const missing = chosen.filter((each) => prices[each] === undefined);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('store.tierOf', { sku: product.Sku })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Select
          label={t('store.tier')}
          data={tiers.map((each) => ({ value: String(each), label: formats.money(Math.round(each * 100), 'USD') }))}
          value={tier === undefined ? null : String(tier)}
          onChange={(value) => setTier(value === null ? undefined : Number(value))}
          data-autofocus
        />
        <MultiSelect
          label={t('store.tierCurrencies')}
          searchable
          data={[...new Set([...columns, ...tierCurrencies])]}
          value={[...chosen]}
          onChange={setChosen}
        />
        {tier !== undefined && (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('store.currency')}</Table.Th>
                <Table.Th ta="end">{t('store.priceNow')}</Table.Th>
                <Table.Th ta="end">{t('store.priceOfTier')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {chosen.map((currency) => (
                <Table.Tr key={currency}>
                  <Table.Td>{currency}</Table.Td>
                  <Table.Td ta="end">{formatPrice(product.Prices[currency], formats.number)}</Table.Td>
                  <Table.Td ta="end">{formatPrice(prices[currency], formats.number)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {tier !== undefined && missing.length > 0 && (
          <Alert color="yellow" icon={<Icon name="alert" />}>
            {t('store.tierMissing', { currencies: missing.join(', ') })}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            disabled={tier === undefined}
            onClick={() => onChange({ ...product, Prices: { ...product.Prices, ...prices } })}
          >
            {t('store.fillTier')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const formatPrice = (price: number | undefined, format: (value: number) => string): string =>
  price === undefined ? '—' : format(price);
