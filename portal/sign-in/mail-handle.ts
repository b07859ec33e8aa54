// The handle that the server gave this browser when it asked for a mail. A link that is opened in the same browser proves
// with it that it was asked for here, and signs in without a further click.
import { storage } from '#portal/storage.ts';

const key = 'MailLinkHandle';

export const mailHandle = (): string | undefined => storage.get(key);

export const keepMailHandle = (handle: string): void => storage.set(key, handle);

export const forgetMailHandle = (): void => storage.remove(key);
