// The bank card page with a fake server, and all its analytics events.
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { pageAnalyticsSender } from '#portal/analytics/page-analytics-sender.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { BankCard } from './BankCard.tsx';

const publicId = '0b1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e3f';
const path = `/Store/BankCard?PublicId=${publicId}`;
const link = 'https://qr.nspk.ru/AS1000';
const block = { WidgetToken: 'public-1', ScriptUrl: 'https://widget.131.ru/form.js', GlobalName: 'BankForm' };
const open = {
  State: 'Open',
  BankInfo: { Name: 'Bank 131' },
  ProductInfo: { Price: 149, Currency: 'RUB', UsdPrice: 2, LocalizedProductName: 'A hundred gems' },
  LocalizedPrice: '149 ₽',
  RedirectUris: { Success: 'https://game.example/won', Failure: 'https://game.example/lost' },
  Company: 'Games LLC',
  Address: '12 Invented Street',
  TakesCards: true,
};

beforeEach(() => endSession());

interface Answers {
  info?: object;
  sbp?: readonly object[];
  tokens?: readonly object[];
  card?: object;
  at?: string;
  /** Returned instead of the payment. */
  failure?: Response;
}

async function openPage(answers: Answers = {}) {
  const { info = {}, sbp = [], tokens = [block], card = { Success: false }, at = path, failure } = answers;
  const shown: object = { ...open, ...info };
  const server = { info: shown };
  const links = [...sbp];
  const forms = [...tokens];
  const sent = mockApi({
    'bank131.paymentInfo': () => failure?.clone() ?? server.info,
    'bank131.payWithSbp': () => links.shift() ?? {},
    'bank131.tokenize': () => forms.shift() ?? block,
    'bank131.payWithCard': () => card,
  });
  const tracked = vi.spyOn(pageAnalyticsSender, 'add').mockReturnValue(undefined);
  onTestFinished(() => tracked.mockRestore());
  const names = new Map<number, string>(Object.entries(analyticsEventIds).map(([name, id]) => [id, name]));
  const view = await renderInPortal(<BankCard />, { path: at });
  await waitFor(() => expect(view.text()).not.toContain('Loading'));
  const ask = (name: string) => sent.filter((call) => call.name === `bank131.${name}`);
  return {
    ...view,
    ask,
    events: () => tracked.mock.calls.map(([{ EventId }]) => names.get(EventId)?.replace('BankCardForm', '')),
    /** The payment changes on the server, and the page polls. */
    become: async (changes: object) => {
      server.info = { ...shown, ...changes };
      await view.queries.refetchQueries({ queryKey: ['bankPayment'] });
    },
  };
}

const say = (message: object) => ({ type: 'fxid-checkout', ...message });

test('shows the product, price and seller, and both payment methods', async () => {
  const { text, ask, button, events } = await openPage();
  for (const part of ['A hundred gems', '149 ₽', 'Games LLC', '12 Invented Street', 'Bank 131'])
    expect(text()).toContain(part);
  expect(ask('paymentInfo')[0]?.body).toEqual({ PublicId: publicId, Locale: 'en' });
  expect(button(/^Card/)).toBeTruthy();
  expect(button(/^Faster Payments/)).toBeTruthy();
  await waitFor(() => expect(events()).toEqual(['Shown']));
});

test("only SBP is offered if the bank's form is not set up", async () => {
  const { button } = await openPage({ info: { TakesCards: false } });
  expect(button(/^Faster Payments/)).toBeTruthy();
  expect(() => button(/^Card/)).toThrow('Unable to find');
});

test('SBP: the code is polled until the bank has it, then the payment', async () => {
  const { press, container, text, button, events, ask, become } = await openPage({ sbp: [{}, { SbpLink: link }] });
  await press(/^Faster Payments/);
  expect(text()).toContain('You pay in your banking app.');
  await press('Get the code');
  await waitFor(() =>
    expect(container.querySelector('svg.qr')?.getAttribute('aria-label')).toBe('QR code for this link'),
  );
  expect(ask('payWithSbp')).toHaveLength(2);
  const opener = button('Open your banking app') as unknown as HTMLAnchorElement;
  expect(opener).toMatchObject({ href: link, target: '_blank', rel: 'noopener noreferrer' });
  await become({ State: 'Paid' });
  await waitFor(() => expect(text()).toContain("We've received your payment."));
  await waitFor(() =>
    expect(events()).toEqual(['Shown', 'FpsClicked', 'FpsSubmitted', 'FpsDataReceived', 'FpsSuccess']),
  );
  expect((button('Continue') as unknown as HTMLAnchorElement).href).toBe('https://game.example/won');
});

test('SBP: without a code the buyer can request it again', async () => {
  const refused = problemResponse(503, 'ProviderUnavailable');
  const { press, text, container, events } = await openPage({ sbp: [refused, { SbpLink: link }] });
  await press(/^Faster Payments/);
  await press('Get the code');
  await waitFor(() => expect(text()).toContain("The bank didn't send a code."));
  await press('Try again');
  await waitFor(() => expect(container.querySelector('svg.qr')).not.toBeNull());
  await waitFor(() =>
    expect(events()).toEqual([
      'Shown',
      'FpsClicked',
      'FpsSubmitted',
      'FpsDataError',
      'FpsSubmitted',
      'FpsDataReceived',
    ]),
  );
});

test('SBP: polling for a code is limited', async () => {
  const { press, text, ask } = await openPage();
  await press(/^Faster Payments/);
  await press('Get the code');
  await waitFor(() => expect(text()).toContain("The bank didn't send a code."));
  expect(ask('payWithSbp')).toHaveLength(5);
  await press('Pay another way');
  expect(text()).toContain('How would you like to pay?');
});

test('paying by card needs a sign-in; SBP stays available without one', async () => {
  const { press, text, button, ask } = await openPage();
  await press(/^Card/);
  expect(text()).toContain('To pay by card, sign in');
  expect(button('Sign in')).toBeTruthy();
  expect(ask('tokenize')).toEqual([]);
  await press('Pay another way');
  expect(button(/^Faster Payments/)).toBeTruthy();
});

test("card: the bank's form runs in the checkout frame; then the bank is asked, and the card is shown", async () => {
  beginSession('token-1');
  const { press, container, text, postFromFrame, events, ask, become } = await openPage({ card: { Success: true } });
  await press(/^Card/);
  await waitFor(() => expect(container.querySelector('iframe')).not.toBeNull());
  const frame = container.querySelector('iframe');
  expect(frame?.src).toBe('https://checkout.games.example/?provider=bank131');
  const posted = vi.spyOn(frame?.contentWindow as Window, 'postMessage');
  await postFromFrame(say({ say: 'ready' }));
  expect(posted.mock.calls).toMatchObject([[{ say: 'start', block }, 'https://checkout.games.example']]);
  await postFromFrame(say({ say: 'busy', isBusy: true }));
  await postFromFrame(say({ say: 'busy', isBusy: true }));
  await postFromFrame(say({ say: 'outcome', outcome: { outcome: 'completed' } }));
  expect(text()).toContain("We're confirming your payment.");
  await waitFor(() => expect(ask('payWithCard')).toHaveLength(1));
  await become({ State: 'Paid', CardInfo: { Brand: 'mir', Last4: '4242' } });
  await waitFor(() => expect(text()).toContain('MIR •••• 4242'));
  await waitFor(() => expect(events()).toEqual(['Shown', 'CardClicked', 'CardSubmitted', 'CardSuccess']));
});

test('card: after leaving the form the buyer can open a new one, or use another payment method', async () => {
  beginSession('token-1');
  const { press, container, text, postFromFrame, events, ask } = await openPage();
  await press(/^Card/);
  await waitFor(() => expect(container.querySelector('iframe')).not.toBeNull());
  const message = 'Widget closed before payment completed';
  await postFromFrame(say({ say: 'outcome', outcome: { outcome: 'cancelled', message } }));
  expect(text()).toContain("The payment wasn't completed.");
  expect(ask('payWithCard')).toEqual([]);
  await press('Try again');
  await waitFor(() => expect(container.querySelector('iframe')).not.toBeNull());
  expect(ask('tokenize')).toHaveLength(2);
  await press('Pay another way');
  expect(text()).toContain('How would you like to pay?');
  await waitFor(() => expect(events()).toEqual(['Shown', 'CardClicked', 'CardCancelled', 'CardCancelled']));
});

test('card: if the form reports a failure after it was sent, the bank decides', async () => {
  beginSession('token-1');
  const { press, container, postFromFrame, ask, events } = await openPage();
  await press(/^Card/);
  await waitFor(() => expect(container.querySelector('iframe')).not.toBeNull());
  await postFromFrame(say({ say: 'busy', isBusy: true }));
  await postFromFrame(say({ say: 'outcome', outcome: { outcome: 'failed', message: 'x' } }));
  await waitFor(() => expect(ask('payWithCard')).toHaveLength(1));
  await waitFor(() => expect(events()).toEqual(['Shown', 'CardClicked', 'CardSubmitted', 'CardCancelled']));
});

test.each([
  ['a form that the bank does not open', problemResponse(503, 'ProviderUnavailable'), "Couldn't start the payment."],
  ['a payment of another account', problemResponse(404, 'NotFound'), 'To pay by card, sign in'],
])('card: %s is shown', async (_, answer, words) => {
  beginSession('token-1');
  const { press, text } = await openPage({ tokens: [answer] });
  await press(/^Card/);
  await waitFor(() => expect(text()).toContain(words));
});

test.each(['Failed', 'Cancelled'])('a completed payment leads back: %s', async (State) => {
  const { text, button, events } = await openPage({ info: { State } });
  expect(text()).toContain("The payment wasn't completed.");
  expect((button('Go back') as unknown as HTMLAnchorElement).href).toBe('https://game.example/lost');
  expect(events()).toEqual([]);
});

test('on another device there is no link to the list of purchases, which would be empty', async () => {
  const RedirectUris = { Success: `${window.location.origin}/Store/Return/1`, Failure: 'https://game.example/lost' };
  const { text, button, events } = await openPage({ info: { State: 'Paid', RedirectUris } });
  expect(text()).toContain('You can close this page');
  expect(() => button('Continue')).toThrow('Unable to find');
  // The buyer has not chosen anything yet.
  expect(events()).toEqual([]);
});

test('an address without a payment causes no request', async () => {
  const { text, ask } = await openPage({ at: '/Store/BankCard?PublicId=1' });
  expect(text()).toContain("We can't find this purchase.");
  expect(ask('paymentInfo')).toEqual([]);
});

test('an unknown payment shows an error; after a failed request the buyer can retry', async () => {
  const unknown = await openPage({ failure: problemResponse(404, 'NotFound') });
  await waitFor(() => expect(unknown.text()).toContain("We can't find this purchase."));
  const silent = await openPage({ failure: problemResponse(503, 'Unexpected') });
  await waitFor(() => expect(silent.button('Try again')).toBeTruthy());
});
