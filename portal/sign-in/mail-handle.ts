// The handle that the server gave this browser when it requested a mail. A link opened in the same browser uses it to
// prove that, and signs in without another click.
import { storage } from '#portal/storage.ts';

const key = 'MailLinkHandle';

export const readMailHandle = (): string | undefined => storage.get(key);

export const saveMailHandle = (handle: string): void => storage.set(key, handle);

export const forgetMailHandle = (): void => storage.remove(key);
