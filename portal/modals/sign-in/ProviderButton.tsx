// The button of a provider. Its browser half is loaded when the modal opens, so that it is there in the click; where the half
// draws a button of the vendor's own, that one lies over ours.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BrowserHalf, SignInOutcome } from '#identities/port.browser.ts';
import { browserHost, loadHalf, providerTitle, signInWays } from '#portal/sign-in/sign-in-ways.ts';
import { Button } from '#portal/ui/Button.tsx';

interface ProviderListeners {
  onOutcome: (provider: string, outcome: SignInOutcome) => void;
  onFailed: (thrown: unknown) => void;
}

export function ProviderButton({
  provider,
  busyWith,
  onProvider,
  onOutcome,
  onFailed,
}: {
  provider: string;
  /** What is under way, if anything. */
  busyWith: string | undefined;
  onProvider: (provider: string, half: BrowserHalf) => void;
} & ProviderListeners) {
  const { t } = useTranslation();
  const half = useHalf(provider);
  const container = useDrawnButton(provider, half.data, { onOutcome, onFailed });
  const icon = icons[`../../art/providers/${provider}.svg`];
  const title = providerTitle(provider);
  const press = async (): Promise<void> => {
    if (half.data) return onProvider(provider, half.data);
    const again = await half.refetch();
    if (again.error) onFailed(again.error);
  };
  return (
    <div className={half.data?.drawButton ? 'provider drawn' : 'provider'} ref={container}>
      <Button
        aria-label={t('signInModal.with', { provider: title })}
        busy={busyWith === provider || half.isFetching}
        disabled={busyWith !== undefined && busyWith !== provider}
        onClick={() => void press()}
      >
        {icon !== undefined && <img src={icon} alt="" width="22" height="22" />}
        <span>{title}</span>
      </Button>
    </div>
  );
}

const icons = import.meta.glob<string>('../../art/providers/*.svg', { eager: true, import: 'default', query: '?url' });

function useHalf(provider: string) {
  const way = signInWays[provider];
  return useQuery({
    queryKey: ['sign-in-half', way?.folder ?? ''],
    queryFn: () => {
      if (!way) throw new Error(`Login provider ${provider} is not supported.`);
      return loadHalf(way);
    },
    retry: false,
    // A half is no data to be compared.
    structuralSharing: false,
  });
}

function useDrawnButton(provider: string, half: BrowserHalf | undefined, listeners: ProviderListeners) {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    if (!half?.drawButton) return;
    const { options } = signInWays[provider] ?? {};
    let takeAway: (() => void) | undefined;
    takeAway = half.drawButton(container.current, options, browserHost(), (outcome) => {
      // One proof is enough. A frame that began anew would put a step of its own into the history, and closing the modal is
      // a step back.
      if (outcome.outcome === 'proved') takeAway?.();
      latest.current.onOutcome(provider, outcome);
    });
    return takeAway;
  }, [provider, half]);
  return container;
}
