// Fields of replies to the console's calls that no page shows, or not as they are, each with its reason. A name may start
// or end with an asterisk.

const handle = 'an id, version or cursor: sent back, never shown';
const key = 'an id that tells rows apart';
const byOthers = 'another field with the same text is shown';
const file = 'the content or name of a file that is saved';
const forCommands = 'for `npm run content` and programs; the console does not make the call';
const link = 'a link, which ui/WebLink.tsx renders only if its address is safe: ui/WebLink.test.tsx';
const inPath = 'in the address of a page, percent-encoded';
const option = 'an option of a closed list';
const name = 'an identifier of a fixed format';

export const unrenderedReplyFields: Readonly<Record<string, string>> = {
  '*.Version': handle,
  '*.Next': handle,
  '*asskeyOptions.Options': handle,
  '*.Csv': file,
  'MissingSetupItem.Games[]': 'shown for one of the codes: pages/overview/Attention.test.tsx',
  'operatorOrders.evidence.*': file,
  'operatorPlayers.export.Data.*': file,
  'OperatorAccount.Studio.Id': byOthers,
  'ConsoleSession.PortalUrl': link,
  'operatorGames.show.PlayUrl': link,
  'operatorGames.previewLink.Url': link,
  'console.newAuthenticatorApp.Url': 'a QR code',
  'console.factors.Passkeys[].Id': key,
  'operator.*': forCommands,
  'ContentFile.*': forCommands,
  'ContentDifference.*': forCommands,
  'operatorAdmin.list.Keys[].KeyId': key,
  'operatorAdmin.createKey.Key': 'shown once a permission is chosen from a list: pages/operators/CreateKey.tsx',
  'Approval.Permission': 'what the server compares with those of the operator',
  'Approval.Game': 'the object names it',
  'DraftApproval.Call': 'compared with known calls; the page shows its own text',
  'operatorDrafts.read.Before': 'compared in Lines; texts of documents and news: ui/TextDiff.tsx, below',
  'operatorDrafts.read.After': 'compared in Lines; texts of documents and news: ui/TextDiff.tsx, below',
  'OperatorArticle.*': 'in the editor of an article, which reads it as operatorDrafts.object',
  'ArticleMessage.Message': 'in the editor of an article, which reads it as operatorDrafts.object',
  'operatorModeration.testWords.Text': 'shown once a text to test is typed: pages/moderation/WordLists.tsx',
  'TimelineEntry.ObjectKind': inPath,
  'TimelineEntry.ObjectId': inPath,
  'PlayerStory.Locale': name,
  'OperatorTicket.Locale': name,
  'operatorPlayers.rename.Name': byOthers,
  'operatorJobs.counts.Jobs[]': option,
  'OperatorOrder.Payments[].PaymentId': 'shown on the page of the order',
  'UnmatchedPaymentEvent.EventId': handle,
  'OrderStory.PaymentEvents[].EventId': key,
  'OrderAttempt.Account': 'the game of the order, or the portal',
  'PaymentDispute.Account': 'the game of the order, or the portal',
  'PaymentDiscrepancy.Account': 'the game of the order, or the portal',
  'OrderLedgerEntry.Provider': 'the attempt shows it',
  'OrderRefund.*': 'the numbers of a refund at the provider, which its own entry in the ledger shows',
  'RefundPlan.TransactionId': handle,
  'operatorSettings.adapter.Secrets[]': 'the names of fields, compared with the schema',
  '*.Schema': 'made from the code of the server; ui/SchemaForm.tsx is tested below',
  'operatorGames.configuration.Document': 'by its schema: ui/SchemaForm.tsx, below',
  'operatorSettings.adapter.Values.*': 'by their schema: ui/SchemaForm.tsx, below',
  'operatorSettings.portal.Values.*': 'by their schema: ui/SchemaForm.tsx, below',
  'operatorGames.saveConfiguration.*': 'shown in a toast after a change',
  'GameErrorGroup.Fingerprint': key,
  'GameUpload.Fault': 'shown after an upload failed: pages/games/send-archive.test.ts',
  'StoreTable.Units[].Title': option,
  'StoreTable.Worths[].Unit': 'compared with the columns of the table',
  'support.deskContext.Player.Games[].GameUid': 'shown on the page of the player',
  'SavedReply.UpdatedBy': 'in the audit log',
};

/** Fields that are shown in another form. */
export const changedReplyFields: Readonly<Record<string, string>> = {
  '*.UserAgent': 'parsed; the console shows the name of the device',
  'DocumentText.Text': 'Markdown',
  'operatorDrafts.object.Value': 'JSON in an editor',
  'operatorWebhooks.delivery.Payload': 'JSON',
  '*.TicketId': inPath,
  'AdapterSettingsInfo.Adapter': inPath,
};
