import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiClient } from '#portal/api.ts';

export type MailStatus = 'Waiting' | 'Used' | 'Expired' | 'Replaced';

const pollIntervalMs = 3000;
const maxMs = 15 * 60_000;
/** Delay before the modal closes after the link was opened in another tab. */
const otherTabMs = 1500;

/** Polled while the link is valid. */
export function useMailStatus(handle: string | undefined): MailStatus {
  const [begin] = useState(() => Date.now());
  const [isLate, setLate] = useState(false);
  const asked = useQuery({
    queryKey: ['mail-status', handle],
    queryFn: () => apiClient.invite.status({ Token: handle ?? '' }),
    enabled: handle !== undefined && !isLate,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.Status === 'Waiting') && pollIntervalMs,
    retry: false,
    gcTime: 0,
  });
  const status = asked.data?.Status ?? 'Waiting';
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), begin + maxMs - Date.now());
    return () => clearTimeout(timer);
  }, [begin]);
  useEffect(() => {
    if (status !== 'Used') return;
    const timer = setTimeout(() => setUsed(true), otherTabMs);
    return () => clearTimeout(timer);
  }, [status]);
  if (status === 'Replaced') return status;
  if (status === 'Expired' || (isLate && status === 'Waiting')) return 'Expired';
  return isUsed ? 'Used' : 'Waiting';
}
