import type { Generated } from 'kysely';

export interface FriendTables {
  friends: { account_id: string; friend_account_id: string; created_at: Generated<Date> };
  friend_invites: {
    account_id: string;
    friend_account_id: string;
    game: string;
    message: string;
    created_at: Generated<Date>;
    answered_at: Date | null;
  };
  friend_requests: {
    request_id: string;
    account_id: string;
    friend_account_id: string;
    created_at: Generated<Date>;
    declined_at: Date | null;
    withdrawn_at: Date | null;
  };
  friend_blocks: { block_id: string; account_id: string; blocked_account_id: string; created_at: Generated<Date> };
  friend_histories: { account_id: string; other_account_id: string; created_at: Generated<Date> };
  friend_links: {
    link_id: string;
    token_hash: Buffer;
    account_id: string;
    game: string | null;
    way: 'link' | 'mail';
    max_uses: number;
    uses: Generated<number>;
    created_at: Generated<Date>;
    expires_at: Date;
    revoked_at: Date | null;
  };
  friend_link_uses: { link_id: string; account_id: string; used_at: Generated<Date> };
  friend_searches: { account_id: string; day: string; searches: number };
  platform_friends: { account_id: string; friend_identity_id: string; seen_at: Generated<Date> };
  presence_nodes: { node_id: string; seen_at: Generated<Date> };
  presences: {
    connection_id: string;
    node_id: string | null;
    account_id: string;
    game: string | null;
    since: Generated<Date>;
    expires_at: Date | null;
  };
}
