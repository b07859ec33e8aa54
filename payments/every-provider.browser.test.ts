// Tests for the browser adapter of every payment provider, including future ones. An adapter loads one script, from an
// origin in its manifest or from a simulator, or frames a page. It finishes if that is blocked, does not respond, or
// the buyer has closed the modal.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrowserAdapter } from './port.browser.ts';
import type { ProviderManifest } from './port.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as platforms from '#platforms/registry.ts';
import * as registry from './registry.ts';
import { createCheckoutHarness } from './simulator-checkout.browser.ts';

/** The reply block of each provider, as its server adapter builds it. */
const blocks: Readonly<Record<string, object>> = {
  stripe: { SessionClientSecret: 'cs_1_secret_x', PublishableKey: 'pk_test_unit' },
  xsolla: { PaymentToken: 'tok_1', Sandbox: true },
  yookassa: { Redirect: false, ConfirmationToken: 'ct-1' },
  moneymailru: { PaymentUri: 'https://cpg.money.mail.ru/api/init/freepay?order_id=1' },
  // As the portal's payment page passes it to the frame. The script's URL is a setting.
  bank131: { WidgetToken: 'public-1', ScriptUrl: 'https://widget.131.ru/form.js', GlobalName: 'BankForm' },
  facebookpay: {
    ProductOgUrl: 'https://portal.example/products/facebookpay/gem-miner/gems-100/USD-499',
    RequestId: 'abc',
    AppId: '111',
    SdkVersion: 'v3.0',
  },
};

/** Additional block fields for a payment on the provider's page; undefined if the provider has no such page. */
const pages: Readonly<Record<string, { readonly block: object; readonly url: string } | undefined>> = {
  stripe: writePage('CheckoutUrl', 'https://checkout.stripe.com/x'),
  xsolla: writePage('ConfirmationUrl', 'https://secure.xsolla.com/paystation4/?token=tok_1'),
  yookassa: writePage('ConfirmationUrl', 'https://yoomoney.ru/checkout/1', { Redirect: true }),
  bank131: writePage('FormUrl', 'https://portal.example/Store/BankCard?PublicId=1'),
};
/** Providers that need no script: their page is shown in a frame. */
const framesPage: ReadonlySet<string> = new Set(['moneymailru']);

const adapters = import.meta.glob<{ adapter: BrowserAdapter }>('./*/adapter.browser.ts');
/** Providers with a page and no form. Their adapter polls the result with a call of the manifest. */
const pagesAlone: Readonly<Record<string, { readonly block: object; readonly tabUrl: string }>> = {
  aghanim: {
    block: { CheckoutUrl: 'https://pay.aghanim.example/order/ord_1' },
    tabUrl: 'https://pay.aghanim.example/order/ord_1',
  },
};
const names = Object.keys(adapters).map((path) => path.split('/')[1] ?? '');
const manifests = registry as unknown as Readonly<Record<string, ProviderManifest>>;

type AdapterWithForm = BrowserAdapter & Required<Pick<BrowserAdapter, 'pay'>>;

/** The adapter with a `pay` function, whether it pays in the checkout frame or in a platform's page. */
function withForm(adapter: BrowserAdapter): AdapterWithForm | undefined {
  const { payHere } = adapter;
  if (payHere) return { ...adapter, pay: (block, host) => payHere(block, { ...host, orderId: 'order-1', calls: {} }) };
  return 'pay' in adapter ? (adapter as AdapterWithForm) : undefined;
}

/**
 * The allowed script origins: from the provider's manifest, or from the manifests of the platforms whose pages it runs
 * in.
 */
const listScriptOrigins = ({ reaches, platforms: on = [] }: ProviderManifest): readonly string[] =>
  reaches?.script ??
  Object.values(platforms as unknown as Readonly<Record<string, PlatformManifest>>).flatMap(({ id, reaches: its }) =>
    on.includes(id) ? (its?.script ?? []) : [],
  );

it('every provider with an adapter is tested', () => {
  expect([...Object.keys(blocks), ...Object.keys(pagesAlone)].sort()).toEqual(names.sort());
});

it.each(Object.entries(pagesAlone))('%s has only a redirect page, and no form', async (name, { block, tabUrl }) => {
  const { adapter } = (await adapters[`./${name}/adapter.browser.ts`]?.()) ?? {};
  expect(adapter?.redirectUrl?.(block)).toBe(tabUrl);
  expect(adapter).not.toHaveProperty('pay');
  expect(manifests[name]?.reaches).toBeUndefined();
});

const loaded = await Promise.all(
  names.map(async (name) => ({ name, adapter: (await adapters[`./${name}/adapter.browser.ts`]?.())?.adapter })),
);
const payingHere = loaded.filter(({ adapter }) => adapter?.payHere);

it("at least one provider pays on a platform's page", () => {
  expect(payingHere).not.toEqual([]);
});

it.each(payingHere)(
  "$name pays on a platform's page only if it is limited to that platform, and contacts no other host",
  ({ name, adapter }) => {
    expect(adapter).not.toHaveProperty('pay');
    expect(manifests[name]?.platforms?.length).toBeGreaterThan(0);
    expect(manifests[name]?.reaches).toBeUndefined();
  },
);

describe.each(Object.keys(blocks))('%s', (name) => {
  let adapter: AdapterWithForm;
  beforeEach(async () => {
    const load = adapters[`./${name}/adapter.browser.ts`];
    if (!load) throw new Error(`${name} has no adapter.`);
    const loaded = await load();
    const found = withForm(loaded.adapter);
    if (!found) throw new Error(`${name} has no form.`);
    adapter = found;
  });
  afterEach(() => vi.unstubAllGlobals());

  const hasPage = framesPage.has(name);

  it.skipIf(!hasPage)('frames a page of its manifest (skipped: it has a script)', async () => {
    const { host, scripts, close } = createCheckoutHarness();
    const outcome = adapter.pay(blocks[name], host);
    await vi.waitFor(() => expect(host.container.querySelector('iframe')).not.toBeNull());
    const { src = '' } = host.container.querySelector('iframe') ?? {};
    expect(manifests[name]?.reaches?.frame).toContain(new URL(src).origin);
    close();
    expect(await outcome).toMatchObject({ outcome: 'cancelled' });
    expect(host.container.childElementCount).toBe(0);
    expect(scripts).toEqual([]);
  });

  it.skipIf(hasPage)('loads one script, and ends if the script defines nothing (skipped: it has a page)', async () => {
    const { host, scripts } = createCheckoutHarness();
    expect(await adapter.pay(blocks[name], host)).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/./),
    });
    expect(scripts).toHaveLength(1);
    const { origin } = new URL(scripts[0] ?? '');
    // The manifest allows this host or a wildcard for its parent domain.
    const anyBelow = origin.replace(/\/\/[^.]+/, '//*');
    const manifest = manifests[name];
    const reached = manifest ? listScriptOrigins(manifest) : [];
    expect(reached.filter((each) => each === origin || each === anyBelow)).toHaveLength(1);
    expect(host.container.childElementCount).toBe(0);
  });

  it.skipIf(hasPage)('loads a simulated script if the block names one (skipped: it has a page)', async () => {
    const { host, scripts } = createCheckoutHarness();
    const ScriptUrl = 'http://localhost:8080/lab/vendors/script.js';
    await adapter.pay({ ...blocks[name], ScriptUrl }, host);
    expect(scripts).toEqual([ScriptUrl]);
  });

  it.skipIf(hasPage)('ends with a message when its script is blocked (skipped: it has a page)', async () => {
    const { host, warnings } = createCheckoutHarness({ loadScript: () => Promise.reject(new Error('blocked')) });
    expect(await adapter.pay(blocks[name], host)).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/./),
    });
    expect(warnings).toHaveLength(1);
  });

  it('requests nothing when the modal is already closed', async () => {
    const { host, scripts, close } = createCheckoutHarness();
    close();
    expect(await adapter.pay(blocks[name], host)).toMatchObject({
      outcome: 'cancelled',
      message: expect.stringMatching(/./),
    });
    expect(scripts).toEqual([]);
    expect(host.container.childElementCount).toBe(0);
  });

  it('ends when the modal is closed while the script loads', async () => {
    const loading = Promise.withResolvers<void>();
    const { host, close } = createCheckoutHarness({ loadScript: () => loading.promise });
    const outcome = adapter.pay(blocks[name], host);
    close();
    expect(await outcome).toMatchObject({ outcome: 'cancelled' });
    loading.resolve();
  });

  it('shows a form without a redirect URL, and redirects with one', () => {
    expect(adapter.redirectUrl?.(blocks[name])).toBeUndefined();
    const page = pages[name];
    if (page) expect(adapter.redirectUrl?.({ ...blocks[name], ...page.block })).toBe(page.url);
  });
});

function writePage(field: string, url: string, more: object = {}) {
  return { block: { [field]: url, ...more }, url };
}
