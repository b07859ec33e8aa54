// A provider's button. Its adapter is loaded when the modal opens, so that it is ready on click. If the adapter renders
// the vendor's own button, that one covers ours.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BrowserAdapter, SignInOutcome } from '#identities/port.browser.ts';
import {
  createPageIdentityHost,
  loadIdentityAdapter,
  providerTitle,
  signInMethods,
} from '#portal/sign-in/sign-in-methods.ts';
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
  busyWith: string | undefined;
  onProvider: (provider: string, adapter: BrowserAdapter) => void;
} & ProviderListeners) {
  const { t } = useTranslation();
  const adapter = useAdapter(provider);
  const container = useDrawnButton(provider, adapter.data, { onOutcome, onFailed });
  const icon = icons[`../../art/providers/${provider}.svg`];
  const title = providerTitle(provider);
  const press = async (): Promise<void> => {
    if (adapter.data) return onProvider(provider, adapter.data);
    const again = await adapter.refetch();
    if (again.error) onFailed(again.error);
  };
  return (
    <div className={adapter.data?.renderButton ? 'provider drawn' : 'provider'} ref={container}>
      <Button
        aria-label={t('signInModal.continueWith', { provider: title })}
        busy={busyWith === provider || adapter.isFetching}
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

function useAdapter(provider: string) {
  const method = signInMethods[provider];
  return useQuery({
    queryKey: ['sign-in-adapter', method?.folder ?? ''],
    queryFn: () => {
      if (!method) throw new Error(`Login provider ${provider} is not supported.`);
      return loadIdentityAdapter(method);
    },
    retry: false,
    // An adapter is an object with functions and can't be compared structurally.
    structuralSharing: false,
  });
}

function useDrawnButton(provider: string, adapter: BrowserAdapter | undefined, listeners: ProviderListeners) {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    if (!adapter?.renderButton) return;
    const { options } = signInMethods[provider] ?? {};
    let takeAway: (() => void) | undefined;
    takeAway = adapter.renderButton(container.current, options, createPageIdentityHost(), (outcome) => {
      // Removes the vendor's frame before it reloads: that would add a history entry, and closing the modal navigates
      // back by one.
      if (outcome.outcome === 'proved') takeAway?.();
      latest.current.onOutcome(provider, outcome);
    });
    return takeAway;
  }, [provider, adapter]);
  return container;
}
