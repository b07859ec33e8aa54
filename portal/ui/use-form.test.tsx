import { act, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { useForm, type FormOptions } from './use-form.ts';

function Form(options: Omit<FormOptions<'name' | 'email'>, 'errors'>) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('a@b.example');
  const { form, field, isRefusedField } = useForm({
    ...options,
    errors: { name: name === '' ? 'Type a name.' : undefined },
    refusals: { email: { field: 'Email', error: 'Type another address.' } },
  });
  return (
    <form {...form}>
      <Field label="Name" value={name} onChange={({ target }) => setName(target.value)} {...field('name')} />
      <Field label="Email" value={email} onChange={({ target }) => setEmail(target.value)} {...field('email')} />
      {options.failure !== undefined && !isRefusedField && <p>{'It failed.'}</p>}
      <Button type="submit">{'Send'}</Button>
    </form>
  );
}

const refusedEmail = new ApiError({ title: 'Bad request', status: 400 }, { Fields: { Email: 'is wrong' } });

test('errors are shown after the first attempt, which sends nothing and focuses the first invalid field', async () => {
  const send = vi.fn<() => void>();
  const { field, press, type, text } = await renderInPortal(<Form send={send} />);
  expect(text()).not.toContain('Type a name.');
  await act(async () => field('Email').focus());
  await press('Send');
  expect(text()).toContain('Type a name.');
  expect(document.activeElement).toBe(field('Name'));
  expect(send).not.toHaveBeenCalled();
  await type('Name', 'Ada');
  expect(text()).not.toContain('Type a name.');
  await press('Send');
  expect(send).toHaveBeenCalledOnce();
});

test('an eager form shows errors at once', async () => {
  const { text } = await renderInPortal(<Form isEager send={() => undefined} />);
  expect(text()).toContain('Type a name.');
});

test("a form can't be submitted twice", async () => {
  const send = vi.fn<() => void>();
  const { press, type } = await renderInPortal(<Form isBusy send={send} />);
  await type('Name', 'Ada');
  await press('Send');
  expect(send).not.toHaveBeenCalled();
});

test('a problem that names a field is shown there, and the field gets the focus', async () => {
  const { rerender, field, text } = await renderInPortal(<Form send={() => undefined} />);
  await rerender(<Form send={() => undefined} failure={refusedEmail} />);
  expect(text()).toContain('Type another address.');
  expect(text()).not.toContain('It failed.');
  expect(document.activeElement).toBe(field('Email'));
});

test('a failure that names no field is left to the form', async () => {
  const { text } = await renderInPortal(<Form send={() => undefined} failure={new Error('no')} />);
  expect(text()).toContain('It failed.');
  expect(text()).not.toContain('Type another address.');
});
