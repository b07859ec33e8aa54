import { useIdle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';

const everyMs = 60_000;
// Every call keeps the session alive, so asking stops when the operator has left the computer.
const idleMs = 10 * 60_000;

/** How many requests wait for the operator's decision. Counted every minute while the page is visible and in use. */
export function ApprovalsBadge() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const isIdle = useIdle(idleMs, { initialState: false });
  const { data } = useQuery({
    // A decision, and a new request, read again all that begins with `approvals`.
    queryKey: ['approvals', 'count'],
    queryFn: () => api.operatorApprovals.count({}),
    enabled: !isIdle,
    refetchInterval: everyMs,
    staleTime: everyMs,
    refetchOnWindowFocus: true,
  });
  if (!data?.Waiting) return null;
  return (
    <span className="menu-badge">
      {' '}
      <span aria-hidden>{data.Waiting > 99 ? '99+' : number(data.Waiting)}</span>
      <span className="visually-hidden">{t('approvals.waiting', { count: data.Waiting })}</span>
    </span>
  );
}
