// Shows one form at a time, because providers' scripts support only one per page. The first reported result counts,
// closing the modal counts as leaving, and every wait has a timeout.
import type { CheckoutHost, PaymentOutcome } from './port.browser.ts';

export interface CheckoutFormOptions {
  readonly subject: string;
  readonly timeoutMs: number;
  /** The message that the game gets if the buyer leaves. */
  readonly leftMessage: string;
}

export interface CheckoutOptions extends CheckoutFormOptions {
  readonly scriptUrl: string;
  readonly globalName: string;
  /** The page may already have the script; then it is not loaded again. */
  readonly loadsOnce?: boolean;
  /** Sent to the game if the script is blocked or broken. */
  readonly blockedMessage?: string;
}

export interface CheckoutControls {
  readonly isOver: () => boolean;
  readonly end: (outcome: PaymentOutcome) => void;
  /** The buyer has left without paying, unless `markPaid` was called. */
  readonly leave: () => void;
  readonly markPaid: () => void;
  readonly fail: (why: unknown, message?: string) => void;
  /** Runs when the form is closed, or at once if it is closed already. The next form waits for it. */
  readonly onEnd: (clean: () => unknown) => void;
  /** Rejects on a timeout, or when the form is closed. */
  readonly withTimeout: <T>(answer: Promise<T>) => Promise<T>;
  readonly setHeight: (height: unknown) => void;
  readonly followHeight: (element: HTMLElement) => void;
}

/** Resolves when the previous form is cleaned up. */
let cleared: Promise<unknown> = Promise.resolve();

interface ScriptBlock {
  readonly ScriptUrl?: string;
}

export function showCheckout<Script>(
  host: CheckoutHost,
  rules: CheckoutOptions,
  { ScriptUrl: scriptUrl = rules.scriptUrl }: ScriptBlock,
  show: (checkout: CheckoutControls, script: Script) => void | Promise<void>,
): Promise<PaymentOutcome> {
  const { globalName, loadsOnce = false, blockedMessage } = rules;
  const findScript = () => (globalThis as { readonly [name: string]: unknown })[globalName] as Script | undefined;
  return showCheckoutForm(host, rules, async (checkout) => {
    if (!(loadsOnce && findScript()))
      await host.loadScript(scriptUrl).catch((error: unknown) => checkout.fail(error, blockedMessage));
    if (checkout.isOver()) return;
    const script = findScript();
    if (script) await show(checkout, script);
    else checkout.fail(new Error(`The script did not define ${globalName}`), blockedMessage);
  });
}

/** Shows a form that needs no provider script. */
export async function showCheckoutForm(
  host: CheckoutHost,
  rules: CheckoutFormOptions,
  show: (checkout: CheckoutControls) => void | Promise<void>,
): Promise<PaymentOutcome> {
  const { subject, timeoutMs } = rules;
  const ended = Promise.withResolvers<PaymentOutcome>();
  const cleanings: (() => unknown)[] = [];
  const cleaned: Promise<unknown>[] = [];
  let isOver = false;
  let left: PaymentOutcome = { outcome: 'cancelled', message: rules.leftMessage };
  const end = (outcome: PaymentOutcome): void => {
    if (isOver) return;
    isOver = true;
    for (const clean of cleanings) run(clean);
    ended.resolve(outcome);
  };
  const fail = (why: unknown, message = 'Unknown error'): void => {
    if (!isOver) host.log.warn(`${subject} could not be shown`, why);
    end({ outcome: 'failed', message });
  };
  const leave = (): void => end(left);
  const run = (clean: () => unknown): void => {
    const done = (async () => clean())().catch((error: unknown) =>
      host.log.warn(`${subject} could not be removed`, error),
    );
    cleaned.push(done);
  };
  const over = ended.promise.then(() => Promise.reject(new Error(`${subject} was closed`)));
  // Prevents an unhandled rejection if nothing is waiting.
  over.catch(() => undefined);
  const checkout: CheckoutControls = {
    isOver: () => isOver,
    end,
    leave,
    markPaid: () => void (left = { outcome: 'completed' }),
    fail,
    onEnd: (clean) => void (isOver ? run(clean) : cleanings.push(clean)),
    async withTimeout(answer) {
      const silence = Promise.withResolvers<never>();
      const fault = new Error(`${subject} did not respond within ${timeoutMs} ms`);
      const timer = setTimeout(() => silence.reject(fault), timeoutMs);
      try {
        return await Promise.race([answer, silence.promise, over]);
      } finally {
        clearTimeout(timer);
      }
    },
    setHeight(height) {
      const px = Number(height);
      if (px > 0 && Number.isFinite(px)) host.setHeight(px);
    },
    followHeight(element) {
      const sizes = new ResizeObserver(() => host.setHeight(element.scrollHeight));
      sizes.observe(element);
      checkout.onEnd(() => sizes.disconnect());
    },
  };

  host.closing.addEventListener('abort', leave, { once: true });
  checkout.onEnd(() => host.closing.removeEventListener('abort', leave));
  checkout.onEnd(() => host.setBusy(false));
  if (host.closing.aborted) leave();
  const before = cleared;
  const shown = (async () => {
    await checkout.withTimeout(before);
    if (!isOver) await show(checkout);
  })().catch((error: unknown) => fail(error));
  // Waits also for a form that is still being shown.
  cleared = ended.promise.then(() => shown).then(() => Promise.all(cleaned));
  return ended.promise;
}
