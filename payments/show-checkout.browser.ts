// What showing a provider's form is like, whoever it is: one at a time, because their scripts know one form for the whole page; the
// first word about its end counts; closing the modal is leaving; whatever was put up is taken away; and every wait has an end.
import type { CheckoutHost, PaymentOutcome } from './port.browser.ts';

export interface FormRules {
  /** Such as "Stripe's form", for the log. */
  readonly subject: string;
  /** How long the provider may be silent. */
  readonly patienceMs: number;
  /** What the game is told when the buyer leaves. */
  readonly leftMessage: string;
}

export interface CheckoutRules extends FormRules {
  readonly scriptUrl: string;
  /** What the script leaves behind in the page. */
  readonly globalName: string;
  /** A page that has the script already does not get it twice. */
  readonly loadsOnce?: boolean;
  /** What the game is told when the script is blocked or leaves nothing behind; absent: as after any other failure. */
  readonly blockedMessage?: string;
}

export interface Checkout {
  readonly isOver: () => boolean;
  readonly end: (outcome: PaymentOutcome) => void;
  /** The buyer has left: without paying, unless it was marked as paid. */
  readonly leave: () => void;
  readonly markPaid: () => void;
  /** @param message what the game is told */
  readonly fail: (why: unknown, message?: string) => void;
  /** Runs when it is over, at once if it is over already. The next form waits for it. */
  readonly atEnd: (clean: () => unknown) => void;
  /** Rejects when the provider is silent for too long, or nobody waits any more. */
  readonly inTime: <T>(answer: Promise<T>) => Promise<T>;
  /** What the form says of its own height; what is none is not heard. */
  readonly setHeight: (height: unknown) => void;
  /** The modal grows with the form. */
  readonly follow: (element: HTMLElement) => void;
}

/** The end of the form before. */
let cleared: Promise<unknown> = Promise.resolve();

/** A block may name the script of a simulation. */
interface ScriptBlock {
  readonly ScriptUrl?: string;
}

/** Loads the provider's script and shows its form with what the script left behind. */
export function showCheckout<Script>(
  host: CheckoutHost,
  rules: CheckoutRules,
  { ScriptUrl: scriptUrl = rules.scriptUrl }: ScriptBlock,
  show: (checkout: Checkout, script: Script) => void | Promise<void>,
): Promise<PaymentOutcome> {
  const { globalName, loadsOnce = false, blockedMessage } = rules;
  const findScript = () => (globalThis as { readonly [name: string]: unknown })[globalName] as Script | undefined;
  return showForm(host, rules, async (checkout) => {
    if (!(loadsOnce && findScript()))
      await host.loadScript(scriptUrl).catch((error: unknown) => checkout.fail(error, blockedMessage));
    if (checkout.isOver()) return;
    const script = findScript();
    if (script) await show(checkout, script);
    else checkout.fail(new Error(`The script was loaded, and there is no ${globalName}`), blockedMessage);
  });
}

/** Shows a form that needs no script of the provider; what `show` throws is a failure. */
export async function showForm(
  host: CheckoutHost,
  rules: FormRules,
  show: (checkout: Checkout) => void | Promise<void>,
): Promise<PaymentOutcome> {
  const { subject, patienceMs } = rules;
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
      host.log.warn(`${subject} could not be taken away`, error),
    );
    cleaned.push(done);
  };
  const over = ended.promise.then(() => Promise.reject(new Error(`${subject} is over`)));
  // Who still waits hears of it.
  over.catch(() => undefined);
  const checkout: Checkout = {
    isOver: () => isOver,
    end,
    leave,
    markPaid: () => void (left = { outcome: 'completed' }),
    fail,
    atEnd: (clean) => void (isOver ? run(clean) : cleanings.push(clean)),
    async inTime(answer) {
      const silence = Promise.withResolvers<never>();
      const fault = new Error(`${subject} said nothing for ${patienceMs} ms`);
      const timer = setTimeout(() => silence.reject(fault), patienceMs);
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
    follow(element) {
      const sizes = new ResizeObserver(() => host.setHeight(element.scrollHeight));
      sizes.observe(element);
      checkout.atEnd(() => sizes.disconnect());
    },
  };

  host.closing.addEventListener('abort', leave, { once: true });
  checkout.atEnd(() => host.closing.removeEventListener('abort', leave));
  checkout.atEnd(() => host.setBusy(false));
  if (host.closing.aborted) leave();
  const before = cleared;
  const shown = (async () => {
    await checkout.inTime(before);
    if (!isOver) await show(checkout);
  })().catch((error: unknown) => fail(error));
  // Also what is still being put up.
  cleared = ended.promise.then(() => shown).then(() => Promise.all(cleaned));
  return ended.promise;
}
