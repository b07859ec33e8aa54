// The page's analytics sender. Load it late: no page needs it to render.
import { createSessionApiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { createAnalyticsSender, type AnalyticsSenderDeps } from './create-analytics-sender.ts';
import { toPostOutcome } from './post-outcome.ts';

const post: AnalyticsSenderDeps['post'] = async (envelope, token, { keepalive }) => {
  let retryAfter: string | null = null;
  const onAnswer = ({ headers }: Response): void => void (retryAfter = headers.get('retry-after'));
  const client = createSessionApiClient(token, { keepalive, onAnswer });
  try {
    await client.analytics.track(envelope);
    return { outcome: 'taken' };
  } catch (error) {
    return toPostOutcome(error, retryAfter, new Date());
  }
};

// Identifies this page load and is not stored, so it does not identify a person.
const sessionId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');

export const pageAnalyticsSender = createAnalyticsSender({ sessionId, post, page: window, random: Math.random, log });
