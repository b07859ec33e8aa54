import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { pageAnalyticsSender } from '#portal/analytics/page-analytics-sender.ts';
import type { BuyerInfo, PurchaseFlow } from '#portal/purchase/purchase.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { testOrder } from '#portal/testing/fake-purchase.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { endSession } from '#portal/session-token.ts';
import { BuyerInfoForm } from './BuyerInfoForm.tsx';
import { BuyerInfoStep } from './BuyerInfoStep.tsx';

beforeEach(() => endSession());

async function drawForm(props: { email?: string; isEmailRequired?: boolean; isSending?: boolean } = {}) {
  const sent: BuyerInfo[] = [];
  const { email = '', isEmailRequired = true, isSending = false } = props;
  const view = await renderInPortal(
    <BuyerInfoForm {...{ email, isEmailRequired, isSending }} send={(info) => void sent.push(info)} />,
  );
  return { ...view, sent };
}

test('an invalid address shows an error at its field, and nothing is sent', async () => {
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

test('the known address is filled in, and can be saved for later purchases', async () => {
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

test("the form can't be submitted twice", async () => {
  const { container, sent } = await drawForm({ email: 'ada@example.org', isSending: true });
  container.querySelector('form')?.requestSubmit();
  expect(sent).toEqual([]);
});

/** Records the numbers and columns of tracked events. */
function recordEvents() {
  const add = vi.spyOn(pageAnalyticsSender, 'add').mockImplementation(() => undefined);
  const { PersonalInfoFormShown, PersonalInfoFormAutofilled, PersonalInfoFormSubmitted } = analyticsEventIds;
  const ids = new Set<number>([PersonalInfoFormShown, PersonalInfoFormAutofilled, PersonalInfoFormSubmitted]);
  return () =>
    add.mock.calls
      .filter(([{ EventId }]) => ids.has(EventId))
      .map(([event]) => [event.EventId, 'I1' in event ? event.I1 : undefined]);
}

test('an empty form is tracked when it is shown and submitted', async () => {
  const events = recordEvents();
  const { type, press } = await drawForm();
  await waitFor(() => expect(events()).toEqual([[1601, undefined]]));
  await press('Continue');
  await type('Your email address', 'ada@example.org');
  await press('Continue');
  await waitFor(() =>
    expect(events()).toEqual([
      [1601, undefined],
      [1603, 0],
    ]),
  );
});

test('a filled form is tracked as autofilled', async () => {
  const events = recordEvents();
  const { press } = await drawForm({ email: 'ada@example.org' });
  await press("Continue and don't ask again");
  await waitFor(() =>
    expect(events()).toEqual([
      [1601, undefined],
      [1602, undefined],
      [1603, 1],
    ]),
  );
});

test.each([true, false])('Compact %s decides whether more than the email address is shown', async (Compact) => {
  Object.assign(runtimeConfig, { portal: { PublicWebClientConfig: { PersonalInformationForm: { Compact } } } });
  const step = {
    name: 'info',
    order: { ...testOrder, imageUrl: 'https://cdn.example/lamp.png' },
    email: '',
    isEmailRequired: false,
    isSending: false,
    hasFailed: false,
  } as const;
  const sendInfo = vi.fn<PurchaseFlow['sendInfo']>();
  const { container, text, field } = await renderInPortal(
    <BuyerInfoStep step={step} flow={{ sendInfo } as unknown as PurchaseFlow} />,
  );
  expect(text()).toContain('Lamp');
  expect(field('Your email address').required).toBe(Compact);
  expect({
    phone: container.querySelector('input[type="tel"]') !== null,
    picture: container.querySelector('.order-line img') !== null,
    description: text().includes('It burns.'),
  }).toEqual({ phone: !Compact, picture: !Compact, description: !Compact });
});
