import { Button, Menu } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { render } from '#console/testing/render.tsx';
import { ConfirmWithReason } from './ConfirmWithReason.tsx';
import { FormModal } from './FormModal.tsx';

function Page({ isOpenerRemoved = false }: { isOpenerRemoved?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>{'Games'}</h1>
      {!(isOpen && isOpenerRemoved) && <Button onClick={() => setOpen(true)}>{'Add'}</Button>}
      <Menu transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button>{'More'}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked(true)}>{'Erase'}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <FormModal title="Add a game" action="Save" onClose={() => setOpen(false)} onSubmit={() => setOpen(false)}>
          <input aria-label="Title" />
        </FormModal>
      )}
      {isAsked && (
        <ConfirmWithReason
          isOpen
          title="Erase?"
          text=""
          action="Erase it"
          onClose={() => setAsked(false)}
          onConfirm={() => setAsked(false)}
        />
      )}
    </>
  );
}

const press = (name: string): void => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};

async function closeDialog(): Promise<void> {
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('gives the focus back to the button that opened the dialog', async () => {
  render(<Page />);
  press('Add');
  await closeDialog();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add' })));
});

it('gives the focus back to the button of the menu whose item opened the dialog', async () => {
  render(<Page />);
  press('More');
  const item = await screen.findByRole('menuitem', { name: 'Erase' });
  item.focus();
  fireEvent.click(item);
  await closeDialog();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
});

it('moves the focus to the heading if what opened the dialog is gone', async () => {
  render(<Page isOpenerRemoved />);
  press('Add');
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});
