// A handoff on its first device. If the server is unreachable, it ends here when it expires.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useState } from 'react';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import type { RequestingDevice } from './RequestingDeviceStep.tsx';

export interface Handoff {
  readonly state: 'Beginning' | 'Failed' | 'Waiting' | 'Asked' | 'Confirmed' | 'Refused' | 'Expired';
  readonly link: string | undefined;
  readonly device: RequestingDevice | undefined;
  readonly endsAt: number;
  /** Confirms the handoff if the other device shows this number. */
  readonly answer: (number: string) => Promise<void>;
  readonly refuse: () => void;
  readonly again: () => void;
}

export function useHandoff(destination: string): Handoff {
  const modal = useId();
  const [tries, setTries] = useState(0);
  const key = `${modal} ${tries}`;
  const [answered, setAnswered] = useState<{
    readonly key: string;
    readonly state: 'Confirmed' | 'Refused' | 'Expired';
  }>();
  const own = answered?.key === key ? answered.state : undefined;
  const begun = useQuery({
    queryKey: ['handoff', key],
    queryFn: async () => ({ ...(await apiClient.handoffs.begin({ RedirectUri: destination })), at: Date.now() }),
    retry: false,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const { HandoffId: id, TokenLink: link, LivesSeconds = 0, at = 0 } = begun.data ?? {};
  const looked = useQuery({
    queryKey: ['handoff-state', id],
    queryFn: () => apiClient.handoffs.look({ HandoffId: id ?? '' }),
    enabled: id !== undefined && own === undefined,
    refetchInterval: ({ state }) => (isOpen(state.data?.Status) ? lookEveryMs : false),
    retry: false,
    gcTime: 0,
  });
  const device = looked.data?.Device;
  const endsAt = looked.data ? looked.dataUpdatedAt + looked.data.LivesSeconds * 1000 : at + LivesSeconds * 1000;
  const isLate = useIsPast(id === undefined ? undefined : endsAt);
  const seen = looked.data?.Status ?? (id === undefined ? (begun.isError ? 'Failed' : 'Beginning') : 'Waiting');
  const state = own ?? (isLate && isOpen(seen) ? 'Expired' : seen);

  const send = useCallback(
    async (number?: string): Promise<void> => {
      if (id === undefined) return;
      const { Status } = await apiClient.handoffs.answer({
        HandoffId: id,
        ...(number !== undefined && { Number: number }),
      });
      setAnswered({ key, state: Status });
    },
    [id, key],
  );
  const refuse = (): void => {
    if (state !== 'Waiting' && state !== 'Asked') return;
    setAnswered({ key, state: 'Refused' });
    // The handoff expires anyway.
    send().catch((error: unknown) => log.warn('The rejection could not be sent to the other device.', error));
  };
  return { state, link, device, endsAt, answer: send, refuse, again: () => setTries((count) => count + 1) };
}

const lookEveryMs = 1500;

const isOpen = (status: string | undefined): boolean =>
  status === undefined || status === 'Waiting' || status === 'Asked';

function useIsPast(moment: number | undefined): boolean {
  const [past, setPast] = useState<number>();
  useEffect(() => {
    if (moment === undefined) return undefined;
    const timer = setTimeout(() => setPast(moment), moment - Date.now());
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== undefined && past === moment;
}
