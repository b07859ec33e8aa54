import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductEntry } from '#model/product-entry.ts';
import type { JsonValue } from '#console/ui/form-schema.ts';
import { SchemaForm } from '#console/ui/SchemaForm.tsx';
import type { Product } from './store-query.ts';
import { useReturnFocus } from '#console/ui/use-return-focus.ts';

interface EditProductProps {
  readonly product: Product;
  readonly skus: readonly string[];
  readonly isReadOnly: boolean;
  readonly onChange: (product: Product) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Everything of a product; the form is made from its schema. */
export function EditProduct({ product, skus, isReadOnly, onChange, onRemove, onClose }: EditProductProps) {
  useReturnFocus();
  const { t } = useTranslation();
  const [value, setValue] = useState<Readonly<Record<string, JsonValue>>>(product);
  const sku = typeof value['Sku'] === 'string' ? value['Sku'] : '';
  const isTaken = sku !== product.Sku && skus.includes(sku);
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={product.Sku === '' ? t('store.add') : product.Sku}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <SchemaForm
          schema={ProductEntry}
          value={value}
          onChange={setValue}
          languages={['en', 'ru']}
          isReadOnly={isReadOnly}
          {...(isTaken && { errors: { Sku: t('store.taken') } })}
        />
        {!isReadOnly && (
          <Group justify="space-between">
            <Button variant="default" color="red" onClick={onRemove}>
              {t('store.remove')}
            </Button>
            <Button
              disabled={sku === '' || isTaken}
              // The server checks it by the same schema when it is saved.
              onClick={() => onChange({ Names: {}, Prices: {}, ...value } as Product)}
            >
              {t('store.apply')}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
