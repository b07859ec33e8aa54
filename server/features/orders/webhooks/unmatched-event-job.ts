// Applies a quarantined payment event again, because an operator asks for it: its order may be known by now.
import type { Static } from 'typebox';
import { object, text } from '#model/schema.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { applyPaymentEventWithChecks } from '../checks/check-attempt.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { findProviderAccount } from '../providers/provider-account.ts';

export function defineUnmatchedEventJob(
  deps: () => OrdersDeps,
  { send }: Pick<Jobs, 'send'>,
): { readonly definition: JobDefinition; readonly sendUnmatchedEvent: OrdersDeps['sendUnmatchedEvent'] } {
  const definition: JobDefinition<typeof UnmatchedEventData> = defineJob({
    name: 'unmatched-payment-event',
    schema: UnmatchedEventData,
    retryLimit: 5,
    run: (id) => applyUnmatchedEvent(deps(), id),
  });
  return {
    definition,
    sendUnmatchedEvent: async (trx, id) => {
      await send(trx, definition, id);
    },
  };
}

const UnmatchedEventData = object({ provider: text(60), account: text(63), dedupKey: text(200) });

/** An event that still matches no order stays where it is. */
async function applyUnmatchedEvent(
  deps: OrdersDeps,
  { provider: folder, account, dedupKey }: Static<typeof UnmatchedEventData>,
) {
  const kept = await deps.database.kysely
    .selectFrom('payment_events')
    .select('event')
    .where('provider', '=', folder)
    .where('account', '=', account)
    .where('dedup_key', '=', dedupKey)
    .where('outcome', '=', 'quarantined')
    .executeTakeFirst();
  const provider = deps.providers.find((each) => each.folder === folder);
  if (!kept || !provider) return;
  const source = await findProviderAccount(deps, provider, account === '' ? undefined : account);
  if (source?.owner !== account) return;
  await applyPaymentEventWithChecks(deps, folder, kept.event, source);
}
