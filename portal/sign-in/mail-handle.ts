// The handle that this browser got when it requested a mail. A link opened in the same browser signs in without another
// click.
import { storage } from '#portal/storage.ts';

const key = 'MailLinkHandle';

export const readMailHandle = (): string | undefined => storage.get(key);

export const saveMailHandle = (handle: string): void => storage.set(key, handle);

export const forgetMailHandle = (): void => storage.remove(key);
