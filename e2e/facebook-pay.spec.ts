// Facebook's script and its dialog in the page of its platform, under that page's own policy, with the simulated Facebook behind them. The
// platform has no half yet, so what the purchase modal does is done here by hand; the half itself is tried beside its code.
import { askServer, expect, registerPlayer, test } from './lab-people.ts';
import { labApart } from './lab-server.ts';

test.use({ labEnv: labApart });

interface Answer {
  readonly status?: string;
  readonly currency?: string;
  readonly signed_request?: string;
  readonly error_code?: number;
}

const canvas = '/play/gem-miner/iframe/facebookgames';

test(
  'the dialog reads the product, takes the money, and what it signs pays the order',
  { tag: '@drill' },
  async ({ lab, page }) => {
    const { token } = await registerPlayer(lab);
    const { store, facebookpay } = askServer(lab, token);
    // Whoever buys on a platform plays there.
    await store.createOrder({ Game: 'gem-miner', Sku: 'lamp' });
    const open = () =>
      store.createPayment({
        Game: 'gem-miner',
        Sku: 'gems-100',
        Currency: 'USD',
        WebPublishingPlatform: 'FacebookGames',
      });
    const { TransactionId, FacebookGames: block, Providers } = await open();
    expect(Providers?.map(({ Id }) => Id)).toEqual(['FacebookPay']);
    if (!block) throw new Error('Nothing tells the page what to pay.');

    await page.goto(lab.url + canvas);
    const load = (address: string) =>
      page.evaluate(
        (src) =>
          new Promise<string>((resolve) => {
            const script = document.createElement('script');
            script.onload = () => resolve('loaded');
            script.onerror = () => resolve('blocked');
            try {
              script.src = src;
              document.head.append(script);
            } catch (error) {
              resolve(String(error));
            }
          }),
        address,
      );
    expect(await load(block.ScriptUrl ?? '')).toBe('loaded');
    const pay = async (request: typeof block, button: string): Promise<Answer | undefined> => {
      const answered = page.evaluate(
        ({ AppId: appId, SdkVersion: version, ProductOgUrl: product, RequestId: request_id }) =>
          new Promise<Answer | undefined>((resolve) => {
            const { FB } = window as unknown as {
              FB: { init(options: object): void; ui(options: object, done: (answer?: Answer) => void): void };
            };
            FB.init({ appId, version });
            FB.ui({ method: 'pay', action: 'purchaseitem', product, quantity: 1, request_id }, resolve);
          }),
        request,
      );
      const dialog = page.frameLocator('.simulated-facebook iframe');
      await expect(dialog.getByRole('heading', { name: '100 gems' })).toBeVisible();
      await dialog.getByRole('button', { name: button, exact: true }).click();
      return answered;
    };
    expect(await pay(block, 'Close')).toMatchObject({ error_code: 1_383_010 });
    const answer = await pay(block, 'Pay in another currency');
    expect(answer).toMatchObject({ status: 'completed', currency: 'SEK' });
    const SignedRequest = answer?.signed_request ?? '';
    // Whoever comes first, the page or the webhook, the other changes nothing.
    expect(await facebookpay.verify({ PublicOrderId: TransactionId, SignedRequest })).toEqual({ Status: 'Payed' });
    expect(await store.getPaymentStatus({ PublicOrderId: TransactionId })).toMatchObject({ CheckoutStatus: 'Payed' });

    const second = await open();
    await expect(
      facebookpay.verify({ PublicOrderId: second.TransactionId, SignedRequest }),
      'a request that has paid another order',
    ).rejects.toMatchObject({ code: 'ProofRefused' });
    if (!second.FacebookGames) throw new Error('Nothing tells the page what to pay.');
    expect(await pay(second.FacebookGames, 'Pay')).toMatchObject({ status: 'completed', currency: 'USD' });
    // This time nobody brings it: the webhook tells.
    await expect
      .poll(async () => (await store.getPaymentStatus({ PublicOrderId: second.TransactionId })).CheckoutStatus)
      .toBe('Payed');

    // Nothing of this is in pages that keep a session.
    await page.goto(`${lab.url}/Store/gem-miner`);
    expect(await load(block.ScriptUrl ?? '')).toContain('TrustedScriptURL');
  },
);
