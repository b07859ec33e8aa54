import { Button, Group, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '#console/api.ts';
import { Icon } from '#console/ui/Icon.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { FoundOrders } from './FoundOrders.tsx';

/** Finds an order by any number that a player, a bank, a provider or a platform quotes. */
export function FindOrder() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  const find = useAction({
    run: (Number: string) => api.operatorOrders.find({ Number }),
    onDone: ({ Orders: [first, ...others] }) => {
      if (first && others.length === 0) void navigate(`/orders/${first.OrderId}`);
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (number.trim() !== '') find.mutate(number.trim());
  };
  return (
    <>
      <form onSubmit={submit} role="search" aria-label={t('orders.find')}>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            aria-label={t('orders.find')}
            placeholder={t('orders.findPlaceholder')}
            maxLength={200}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <Button type="submit" loading={find.isPending} leftSection={<Icon name="search" size={16} />}>
            {t('orders.findAction')}
          </Button>
        </Group>
      </form>
      {find.data && find.data.Orders.length !== 1 && <FoundOrders found={find.data} onClose={find.reset} />}
    </>
  );
}
