import { beforeEach, expect, test } from 'vitest';
import type { BuyerInfo } from '#portal/purchase/purchase.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { endSession } from '#portal/session-token.ts';
import { BuyerInfoForm } from './BuyerInfoForm.tsx';

beforeEach(() => endSession());

async function drawForm(props: { email?: string; isEmailRequired?: boolean; isSending?: boolean } = {}) {
  const sent: BuyerInfo[] = [];
  const { email = '', isEmailRequired = true, isSending = false } = props;
  const view = await renderInPortal(
    <BuyerInfoForm {...{ email, isEmailRequired, isSending }} send={(info) => void sent.push(info)} />,
  );
  return { ...view, sent };
}

test('what is not an address is said beside its field, and nothing is sent', async () => {
  const { type, press, field, container, sent } = await drawForm();
  await type('Your email address', 'ada');
  expect(container.querySelector('[role="alert"]')).toBeNull();
  await press('Continue');
  expect(field('Your email address').getAttribute('aria-invalid')).toBe('true');
  expect(container.querySelector('[role="alert"]')?.textContent).toBe('Enter a complete email address.');
  expect(sent).toEqual([]);
  await type('Your email address', 'ada@example.org ');
  await press('Continue');
  expect(sent).toEqual([{ email: 'ada@example.org', phone: '', isAutoConfirm: false }]);
});

test('the address that is known stands in the field, and may be used for the next purchases too', async () => {
  const { field, press, sent } = await drawForm({ email: 'ada@example.org' });
  expect(field('Your email address').value).toBe('ada@example.org');
  await press("Continue and don't ask again");
  expect(sent).toEqual([{ email: 'ada@example.org', phone: '', isAutoConfirm: true }]);
});

test('an email address that is not required can be replaced by a phone number', async () => {
  const { type, press, container, sent } = await drawForm({ isEmailRequired: false });
  await press('Continue');
  expect(container.querySelector('[role="alert"]')?.textContent).toBe('Enter an email address or a phone number.');
  await type('Phone number (optional)', '+4915112345678');
  await press('Continue');
  expect(sent).toEqual([{ email: '', phone: '+4915112345678', isAutoConfirm: false }]);
});

test('while it is being sent it is not sent again', async () => {
  const { container, sent } = await drawForm({ email: 'ada@example.org', isSending: true });
  container.querySelector('form')?.requestSubmit();
  expect(sent).toEqual([]);
});
