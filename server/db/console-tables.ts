// Tables of the console: operators, their sign-in, studios, and the audit log.
import type { Generated, JSONColumnType } from 'kysely';
import type { Locale } from '#model/locale.ts';
import type { OperatorRole } from '#model/operator.ts';

export interface ConsoleTables {
  approvals: ApprovalRow;
  studios: {
    studio: string;
    name: string;
    is_trusted: Generated<boolean>;
    created_at: Generated<Date>;
  };
  studio_games: {
    game: string;
    studio: string;
  };
  operators: {
    operator_id: string;
    email: string;
    name: string;
    role: OperatorRole;
    studio: string | null;
    totp_sealed: Buffer | null;
    totp_last_step: number | null;
    invited_by: string;
    created_at: Generated<Date>;
    last_seen_at: Date | null;
    removed_at: Date | null;
    /** Null: they haven't signed in since languages are stored. */
    locale: Locale | null;
  };
  operator_passkeys: {
    credential_id: string;
    operator_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  operator_links: {
    token_hash: Buffer;
    /** Null: requested for an unknown address. */
    operator_id: string | null;
    network: string;
    created_at: Generated<Date>;
    expires_at: Date;
    consumed_at: Date | null;
  };
  operator_sessions: {
    session_id: string;
    token_hash: Buffer;
    operator_id: string;
    proved_at: Date | null;
    challenge: string | null;
    wrong_codes: Generated<number>;
    network: string;
    user_agent: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
    ended_at: Date | null;
  };
  audit_log: {
    entry_id: Generated<number>;
    at: Generated<Date>;
    actor_kind: 'operator' | 'key' | 'command';
    actor_id: string | null;
    actor_name: string;
    action: string;
    object_kind: string;
    object_id: string;
    game: string | null;
    before: AuditColumn;
    after: AuditColumn;
    reason: string | null;
    address: string | null;
    request_id: string | null;
  };
}

interface ApprovalRow {
  approval_id: string;
  call: string;
  permission: string;
  input: JSONColumnType<{ readonly params?: object; readonly query?: object; readonly body?: object }, string, never>;
  object_kind: string;
  object_id: string;
  game: string | null;
  state: string;
  reason: string;
  requested_by_kind: 'operator' | 'key';
  requested_by: string;
  requested_by_name: string;
  requested_at: Generated<Date>;
  expires_at: Generated<Date>;
  outcome: 'approved' | 'rejected' | 'withdrawn' | null;
  execution_id: string | null;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
}

type AuditColumn = JSONColumnType<object | null, string | null | undefined, never>;
