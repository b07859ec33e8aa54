import type { Infrastructure } from '#server/infrastructure.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createSignIn } from './sign-in.ts';
import { createIdentityChangeNotifier } from './notify-identity-change.ts';

export interface SignInFeatureDeps extends Pick<Infrastructure, 'config' | 'database'> {
  readonly queueMail: QueueMail;
  readonly identityTitles: Readonly<Record<string, string>>;
}

export function createSignInFeature({ config, database, queueMail, identityTitles }: SignInFeatureDeps) {
  const notifyIdentityChange = createIdentityChangeNotifier({
    queueMail,
    undoAddress: buildPageAddress(config, 'UndoSignInChange'),
    titles: identityTitles,
  });
  return { notifyIdentityChange, signIn: createSignIn({ database, notifyIdentityChange }) };
}
