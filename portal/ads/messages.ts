// Messages of the ad frame. An ad network's script runs there, so source and origin are checked, and the server never
// treats the outcome as a proof.
type AdFrameMessage =
  | { readonly say: 'ready' | 'shown' }
  | { readonly say: 'outcome'; readonly outcome: 'finished' | 'skipped' | 'failed' };

export interface AdFramePeer {
  readonly window: unknown;
  readonly origin: string;
}

const type = 'fxid-ads';

export const buildMessageToAdFrame = (message: {
  readonly say: 'start';
  readonly blockId: string;
  readonly platform: string;
}): object => ({ type, ...message });

export function readMessageFromAdFrame(
  { source, origin, data }: { readonly source: unknown; readonly origin: string; readonly data: unknown },
  frame: AdFramePeer,
): AdFrameMessage | undefined {
  if (!frame.window || source !== frame.window || origin !== frame.origin) return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  const { type: kind, say, outcome }: Readonly<Record<string, unknown>> = { ...data };
  if (kind !== type) return undefined;
  if (say === 'ready' || say === 'shown') return { say };
  const isEnd = outcome === 'finished' || outcome === 'skipped' || outcome === 'failed';
  return say === 'outcome' && isEnd ? { say, outcome } : undefined;
}
