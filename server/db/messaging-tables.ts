import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { SupportContext } from '#model/support.ts';

export interface MessagingTables {
  support_messages: {
    ticket_id: string;
    account_id: string | null;
    game: string | null;
    email: string;
    message: string;
    locale: string;
    status: Generated<'open' | 'answered' | 'closed'>;
    context: ColumnType<SupportContext, string | undefined, string>;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
    /** The operator who works on it. */
    assigned_to: string | null;
  };
  /** Only operators read them. */
  support_notes: {
    note_id: GeneratedAlways<number>;
    ticket_id: string;
    author: string;
    note: string;
    created_at: Generated<Date>;
  };
  saved_replies: {
    reply_id: string;
    title: string;
    message: string;
    updated_by: string;
    updated_at: Generated<Date>;
  };
  support_replies: {
    reply_id: GeneratedAlways<number>;
    ticket_id: string;
    account_id: string | null;
    email: string;
    by_support: boolean;
    author: string | null;
    message: string;
    created_at: Generated<Date>;
  };
  push_subscriptions: {
    account_id: string;
    /** Set: the subscription uses this game's own key and gets only its messages. */
    game: string | null;
    endpoint_hash: Buffer;
    sealed: Buffer;
    /** The public key of the subscription; null: the key of its time. */
    public_key: string | null;
    session_id: string | null;
    failures: Generated<number>;
    failing_since: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  push_keys: {
    public_key: string;
    /** Null: a key of the portal. */
    game: string | null;
    sealed: Buffer;
    created_at: Generated<Date>;
  };
  push_topics: { account_id: string; topic: string; is_on: boolean; updated_at: Generated<Date> };
  push_broadcasts: {
    broadcast_id: string;
    game: string | null;
    titles: JSONColumnType<Record<string, string>>;
    bodies: JSONColumnType<Record<string, string>>;
    url: string;
    is_marketing: boolean;
    ttl_seconds: number;
    created_at: Generated<Date>;
    reached_account: string | null;
    recipients: Generated<number>;
    finished_at: Date | null;
    send_at: Date | null;
    cancelled_at: Date | null;
    author: string | null;
  };
  push_messages: {
    message_id: Generated<string>;
    account_id: string;
    broadcast_id: string | null;
    topic: string;
    is_marketing: boolean;
    title: string;
    body: string;
    url: string;
    created_at: Generated<Date>;
    expires_at: Date;
    outcome: 'sent' | 'unwanted' | 'expired' | 'no-browser' | null;
  };
}
