// Sends push messages to browsers. One job decides about a message and creates one job per browser, so that one failing
// push service does not delay the others.
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { createBroadcasts } from './broadcasts.ts';
import { definePushMessageJob } from './push-message-job.ts';
import { definePushToBrowserJob } from './push-to-browser-job.ts';
import { createPushMessagePoster } from './post-push-message.ts';
import { createPushKeys, type PushKeys } from './push-keys.ts';
import type { AllowedPushServices } from './push-services.ts';
import { createPlayerNotifier, type NotifyPlayer } from './notify-player.ts';

export interface PushMessagingDeps {
  readonly config: Config;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly now: () => Date;
  readonly fetch: SafeFetch;
  readonly jobs: JobQueue;
  readonly findPage: (page: string) => URL;
  readonly simulator?: string | undefined;
}

export interface PushMessaging {
  readonly jobs: readonly JobDefinition[];
  readonly keys: PushKeys;
  readonly services: AllowedPushServices;
  readonly notifyPlayer: NotifyPlayer;
  readonly broadcast: ReturnType<typeof createBroadcasts>['send'];
}

export function createPushMessaging(deps: PushMessagingDeps): PushMessaging {
  const { config, database, sealer, log, now, findPage, jobs: queue } = deps;
  const keys = createPushKeys({ database, sealer, now });
  const services: AllowedPushServices = { hosts: config.pushServices, simulator: deps.simulator };
  const post = createPushMessagePoster({ fetch: deps.fetch, now, services, contact: findContact(config) });
  const browsers = definePushToBrowserJob({ database, sealer, log, now, keys, post, queue });
  const messages = definePushMessageJob({ database, now, queue, browsers });
  const outgoing = { queue, job: messages as JobDefinition, perDay: config.pushPerDay };
  const broadcasts = createBroadcasts({ database, queue, outgoing, findPage });
  return {
    jobs: [browsers, messages, broadcasts.definition],
    keys,
    services,
    notifyPlayer: createPlayerNotifier(outgoing, findPage),
    broadcast: broadcasts.send,
  };
}

/** Push services reject local addresses as contact. A laptop only uses the simulator. */
const findContact = ({ publicUrl }: Config): string =>
  publicUrl.protocol === 'https:' ? publicUrl.origin : `mailto:push@${publicUrl.hostname}`;
