// Links and invitations. A link leads to the game's page on the portal and has the game's data, which the game finds as
// the data of its entry point.
import type { Sdk } from '#sdk/sdk.ts';
import { buildInvitationLink } from '../kit/invitations.browser.ts';
import { openLink } from '../kit/open-link.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { encodeEntryData } from './entry-data.browser.ts';
import { InstantError } from './instant-error.browser.ts';
import type { Session } from './session.browser.ts';
import type { InvitePayload, LocalizableText } from './vendor-types.ts';

export function createSharing({ attempt }: Pick<Session, 'attempt'>, page: PageLink['page']) {
  const shareLink = async ({ ui }: Sdk, { data, image, text }: Partial<InvitePayload>, language: string) => {
    const encoded = encodeEntryData(data);
    if (encoded !== undefined && encoded.length > maxData)
      throw new InstantError('INVALID_PARAM', 'The data is larger than 1000 characters.');
    const title = chooseText(text, language).slice(0, 200);
    return ui.shareLink(encoded === undefined ? page.playUrl : buildInvitationLink(page.playUrl, { data: encoded }), {
      ...(title !== '' && { title }),
      ...(isPicture(image) && { image }),
    });
  };
  const invite = ({ friends }: Sdk, { image, text }: Partial<InvitePayload>, language: string) => {
    const message = chooseText(text, language).slice(0, 500);
    return friends.invite({ ...(message !== '' && { message }), ...(isPicture(image) && { image }) });
  };
  // Resolves as well if the player has closed the dialog.
  const share = (payload: unknown): Promise<void> =>
    attempt(async (sdk) => {
      const { outcome } = await shareLink(sdk, readOptions(payload as InvitePayload), sdk.locale.current);
      if (outcome === 'notAvailable') throw unavailable();
    });

  return {
    shareAsync: share,
    shareLinkAsync: share,
    inviteAsync: (payload: InvitePayload): Promise<void> =>
      attempt(async (sdk) => {
        const options = readOptions(payload);
        // Only a link carries data. Without data, the dialog with the player's friends is the better one.
        const ways = options.data === undefined ? [invite, shareLink] : [shareLink, invite];
        for (const way of ways) if ((await way(sdk, options, sdk.locale.current)).outcome !== 'notAvailable') return;
        throw unavailable();
      }),
    openExternalLinkAsync: (url: string): Promise<void> =>
      attempt((sdk) => {
        if (!openLink(sdk, url)) throw new InstantError('INVALID_OPERATION', 'This link can not be opened here.');
      }),
  };
}

/** 1000 characters of JSON, in the form that the link has. */
const maxData = 1400;

const unavailable = (): InstantError => new InstantError('CLIENT_UNSUPPORTED_OPERATION', 'Nothing can be shared here.');

/** As the bridge accepts it. */
const isPicture = (image: unknown): image is string =>
  typeof image === 'string' &&
  image.length <= 100_000 &&
  /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(image);

/** @param language such as `de`; the vendor's languages are `de_DE` */
function chooseText(text: LocalizableText | undefined, language: string): string {
  if (typeof text === 'string') return text;
  const { default: otherwise, localizations } = readOptions(text);
  const found = Object.entries(readOptions(localizations)).find(([locale]) => locale.startsWith(language.slice(0, 2)));
  const chosen: unknown = found?.[1] ?? otherwise;
  return typeof chosen === 'string' ? chosen : '';
}
