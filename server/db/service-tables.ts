// Services that players connect to games, and what operators did to accounts.
import type { Generated } from 'kysely';

export interface ServiceTables {
  service_connections: {
    account_id: string;
    game: string;
    service: string;
    external_id: string;
    name: Generated<string>;
    sealed: Buffer;
    busy_until: Date | null;
    updated_at: Generated<Date>;
  };
  service_revocations: {
    revocation_id: Generated<number>;
    service: string;
    game: string;
    sealed: Buffer;
    attempts: Generated<number>;
    due_at: Generated<Date>;
    created_at: Generated<Date>;
  };
  player_acts: {
    act_id: Generated<number>;
    account_id: string;
    act: string;
    detail: Generated<string>;
    operator: string;
    acted_at: Generated<Date>;
  };
}
