import { sql } from 'kysely';

export const isOpenApproval = sql<boolean>`(approvals.outcome is null and approvals.expires_at > now())`;
