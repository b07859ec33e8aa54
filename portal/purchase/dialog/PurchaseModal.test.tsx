// The purchase modal with the real flow and a fake server.
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  testPaymentReply,
  createFakePurchaseDeps,
  framePaymentOption,
  testOrder,
  tabPaymentOption,
  testPurchaseRequest,
  type FakePurchaseOptions,
} from '#portal/testing/fake-purchase.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { startPurchase } from '#portal/purchase/start-purchase.ts';
import type { PaymentOutcome } from '#payments/port.browser.ts';
import type { PagePaymentHost } from '#portal/purchase/purchase.ts';
import { PurchaseModal } from './PurchaseModal.tsx';

async function buy(behaviour: FakePurchaseOptions = {}) {
  const { deps, asked, hints } = createFakePurchaseDeps(behaviour);
  const flow = startPurchase(testPurchaseRequest, deps);
  let closings = 0;
  const view = await renderInPortal(<PurchaseModal flow={flow} close={() => (closings += 1)} />);
  return { ...view, flow, asked, hints, closings: () => closings };
}

test('shows the product and its payment methods, then the form, which gets the payment once it is ready', async () => {
  const { text, container, press, postFromFrame, flow, closings, hints } = await buy({
    statuses: ['Created', 'Payed'],
  });
  expect(text()).toContain('Lamp');
  expect(container.querySelectorAll('input[type="radio"]')).toHaveLength(4);
  expect([...container.querySelectorAll('label')].map((label) => label.textContent)).toEqual([
    'Card',
    'Apple Pay',
    'Faster Payments (SBP)',
    'ЮMoney',
  ]);
  expect(text()).not.toContain('Frames');
  await press(/^Pay .*4\.99/);
  const frame = container.querySelector('iframe');
  expect(frame?.src).toBe('https://checkout.games.example/?provider=frames');
  const posted = vi.spyOn(frame?.contentWindow as Window, 'postMessage');
  await postFromFrame({ type: 'fxid-checkout', say: 'ready' });
  expect(posted.mock.calls).toMatchObject([[{ say: 'start', block: 1 }, 'https://checkout.games.example']]);
  await postFromFrame({ type: 'fxid-checkout', say: 'outcome', outcome: { outcome: 'completed' } });
  expect(text()).toContain('Payment accepted');
  expect(hints()).toEqual(['Completed']);
  await waitFor(() => expect(closings()).toBe(1));
  expect(flow.step().name).toBe('over');
});

test('an unavailable provider can be chosen, and shows that it is unavailable', async () => {
  const methods = testOrder.methods.map((each, place) => ({ ...each, ...(place === 3 && { IsDegraded: true }) }));
  const { container } = await buy({ answers: [{ ...testPaymentReply, PaymentMethods: methods }] });
  expect([...container.querySelectorAll('label')].map((label) => label.textContent)).toEqual([
    'Card',
    'Apple Pay',
    'Faster Payments (SBP)',
    'ЮMoneyHaving problems right now',
  ]);
});

test('Escape closes an unpaid purchase', async () => {
  const { container, text, closings, hints } = await buy();
  await flushEffects(() => container.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(closings()).toBe(1);
  expect(text()).toBe('');
  expect(hints()).toEqual(['Cancelled']);
});

test('a radio button chooses another provider; a link opens its page in a tab', async () => {
  const { container, press, button, flow, asked } = await buy({ options: [framePaymentOption, tabPaymentOption] });
  const radios = container.querySelectorAll<HTMLInputElement>('input[type="radio"]');
  // The same provider takes this method, so no call is needed.
  await flushEffects(() => radios[1]?.click());
  expect(flow.step()).toMatchObject({
    name: 'confirm',
    option: framePaymentOption,
    chosen: 'ApplePay',
    isChanging: false,
  });
  expect(asked.create).toHaveLength(1);
  await flushEffects(() => radios[3]?.click());
  await waitFor(() =>
    expect(flow.step()).toMatchObject({ name: 'confirm', option: tabPaymentOption, chosen: 'YooMoney' }),
  );
  expect(container.querySelectorAll<HTMLInputElement>('input[type="radio"]')[3]?.checked).toBe(true);
  expect(asked.create[1]).toMatchObject({ Provider: 'Tabs' });
  const link = button(/^Pay /) as unknown as HTMLAnchorElement;
  expect(link).toMatchObject({ href: tabPaymentOption.tabUrl, target: '_blank', rel: 'noopener noreferrer' });
  link.addEventListener('click', (event) => event.preventDefault());
  await press(/^Pay /);
  expect(flow.step().name).toBe('away');
  expect(container.textContent).toContain('Finish paying in the other tab.');
});

test("if a payment couldn't be started the buyer can retry, without the offer of a tab", async () => {
  const { text, press, container, flow } = await buy({ answers: [new Error('away'), new Error('away')] });
  expect(text()).toContain("Couldn't start the payment.");
  expect(text()).not.toContain('Pay in a new tab');
  await press('Try again');
  expect(flow.step()).toMatchObject({ name: 'failed', isTrying: false });
  expect(container.querySelector('h2')?.textContent).toBe('Purchase failed');
});

test('Escape and a click outside the payment form ask first; its own button closes it', async () => {
  const { container, press, text, hints, closings, flow } = await buy();
  await press(/^Pay .*4\.99/);
  const dialog = container.querySelector('dialog') as HTMLDialogElement;
  const pressBeside = () =>
    flushEffects(() => {
      dialog.dispatchEvent(new Event('pointerdown'));
      dialog.dispatchEvent(new Event('click'));
    });
  await pressBeside();
  expect(text()).toContain('Leave checkout? Your order will be cancelled.');
  await press('Stay');
  expect(text()).not.toContain('Leave checkout?');
  await flushEffects(() => dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(text()).toContain('Leave checkout?');
  expect(flow.step().name).toBe('paying');
  expect(hints()).toEqual([]);
  await press('Close anyway');
  await waitFor(() => expect(closings()).toBe(1));
  expect(hints()).toEqual(['Cancelled']);

  const other = await buy();
  await other.press(/^Pay .*4\.99/);
  await other.press('Close');
  await waitFor(() => expect(other.closings()).toBe(1));
});

test('a browser that closes the dialog on a second Escape shows it again, with the question', async () => {
  const { container, press, text, closings } = await buy();
  await press(/^Pay .*4\.99/);
  const dialog = container.querySelector('dialog') as HTMLDialogElement;
  await flushEffects(() => dialog.close());
  await waitFor(() => expect(dialog.open).toBe(true));
  expect(text()).toContain('Leave checkout?');
  expect(closings()).toBe(0);
});

test('closing while the provider is processing asks first', async () => {
  const { flow } = await buy();
  const paying = {
    name: 'paying',
    order: testOrder,
    option: framePaymentOption,
    isBusy: true,
    isClosing: false,
    isCompleted: false,
  } as const;
  let closings = 0;
  const busy = { ...flow, step: () => paying, close: () => void (closings += 1) };
  const { press, text } = await renderInPortal(<PurchaseModal flow={busy} close={() => undefined} />);
  await press('Close');
  expect(text()).toContain('Your payment is being processed.');
  await press('Stay');
  expect(text()).not.toContain('Your payment is being processed.');
  expect(closings).toBe(0);
  await press('Close');
  await press('Close anyway');
  expect(closings).toBe(1);
});

test("a payment in the platform's page asks before it is closed, without the offer of a tab", async () => {
  const places: PagePaymentHost[] = [];
  let end = Promise.withResolvers<PaymentOutcome>();
  const payHere = (place: PagePaymentHost) => {
    places.push(place);
    end = Promise.withResolvers();
    return end.promise;
  };
  const { container, press, text, flow, button } = await buy({
    options: [{ provider: 'Pages', folder: 'pages', block: 3, payHere }],
    statuses: ['Payed'],
  });
  await press(/^Pay .*4\.99/);
  expect(text()).toContain('Finish paying in the window that opened.');
  expect(container.querySelector('iframe')).toBeNull();
  expect(places).toMatchObject([{ orderId: testOrder.transactionId, locale: 'en' }]);
  expect(container.contains(places[0]?.container ?? null)).toBe(true);
  await flushEffects(() => places[0]?.setBusy(true));
  await press('Close');
  expect(text()).toContain('Stay');
  expect(places[0]?.closing.aborted).toBe(false);
  await flushEffects(() => end.resolve({ outcome: 'failed', message: 'Payment not completed' }));
  await waitFor(() => expect(flow.step()).toMatchObject({ name: 'failed', message: 'Payment not completed' }));
  expect(() => button('Pay in a new tab')).toThrow();
  await press('Try again');
  await waitFor(() => expect(places).toHaveLength(2));
  await flushEffects(() => end.resolve({ outcome: 'completed' }));
  await waitFor(() => expect(flow.step().name).toBe('over'));
});
