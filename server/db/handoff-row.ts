import type { Generated } from 'kysely';

export interface HandoffRow {
  handoff_id: string;
  session_id: string;
  account_id: string;
  token_hash: Buffer;
  redirect_uri: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  asked_at: Date | null;
  handle_hash: Buffer | null;
  number: number | null;
  user_agent: string | null;
  network: string | null;
  country: string | null;
  answered_at: Date | null;
  confirmed: boolean | null;
}
