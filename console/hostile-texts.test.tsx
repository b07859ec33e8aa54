// Hostile texts in every field of every reply to the console's calls, on every page, in every dialog and after every
// action. The tests inspect the DOM, so they hold without the content security policy too. Fields that are shown nowhere
// are listed with a reason in testing/unrendered-reply-fields.ts.
import { cleanup, screen } from '@testing-library/react';
import { matchPath, useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { createHostileReplies, type AddressKind } from '#contract/testing/hostile-replies.ts';
import { operatorReplyTexts } from '#contract/testing/reply-texts.ts';
import { allPermissions } from '#model/operator.ts';
import { findUnsafeElements } from '#model/testing/find-unsafe-elements.ts';
import { findHostileFields, hostileTextFor, hostileTexts } from '#model/testing/hostile-texts.ts';
import { isListedField, type FixedFieldValues } from '#model/testing/text-fields.ts';
import english from './i18n/en.json';
import { pages } from './routes.tsx';
import { ConsoleRoutes } from './shell/ConsoleRoutes.tsx';
import { SessionGate } from './shell/SessionGate.tsx';
import { Shell } from './shell/Shell.tsx';
import { StepUpDialog } from './shell/StepUpDialog.tsx';
import { explorePage, waitUntilIdle } from './testing/explore-page.ts';
import { fakeApi } from './testing/fake-api.ts';
import { render } from './testing/render.tsx';
import { changedReplyFields, unrenderedReplyFields } from './testing/unrendered-reply-fields.ts';
import { JsonDiff } from './ui/JsonDiff.tsx';
import { Markdown } from './ui/Markdown.tsx';
import { SchemaForm } from './ui/SchemaForm.tsx';
import { TextDiff } from './ui/TextDiff.tsx';

const id = '0196f0a0-0000-7000-8000-000000000001';

const replies = createHostileReplies(operatorReplyTexts, {
  Locale: 'en',
  Stage: 'SignedIn',
  'OperatorAccount.Permissions': [...allPermissions],
});

/** As the editor of an article reads it. */
const article = {
  ArticleId: id,
  Priority: 'Info',
  Messages: [{ Locale: 'en', Header: hostileTextFor(0), Message: hostileTextFor(0) }],
  Link: 'javascript:hostile(0)',
  ImageUrl: 'javascript:hostile(0)',
  Tags: [hostileTextFor(0)],
};

interface Visit {
  readonly path: string;
  readonly fixed?: FixedFieldValues;
  /** It has external URLs, which are tried in both sets. */
  readonly hasAddresses?: true;
}

const visits: readonly Visit[] = [
  { path: '/overview' },
  { path: '/search?q=x', fixed: { Kind: 'Delivery' } },
  { path: '/approvals' },
  { path: '/players' },
  { path: `/players/${id}` },
  { path: '/orders' },
  { path: `/orders/${id}` },
  { path: '/disputes' },
  { path: '/reconciliation' },
  { path: '/games' },
  { path: '/games/gem-miner' },
  { path: '/documents' },
  { path: '/documents/tos', fixed: { Url: undefined } },
  { path: '/documents/tos', fixed: { Texts: [] }, hasAddresses: true },
  { path: '/news' },
  { path: '/news/edit' },
  { path: `/news/edit?id=${id}`, fixed: { Value: article } },
  { path: '/drafts' },
  { path: '/drafts/new' },
  { path: `/drafts/${id}` },
  { path: `/drafts/${id}`, fixed: { IsOutdated: false, Approval: undefined } },
  { path: '/support' },
  { path: '/moderation' },
  { path: '/moderation', fixed: { AccountId: undefined, 'WordListInfo.Game': undefined } },
  { path: '/moderation?tab=reports', fixed: { 'OperatorAccount.Studio': undefined, Reason: 'Cheating' } },
  { path: '/moderation?tab=scores&board-game=gem-miner&board=best' },
  { path: '/push' },
  { path: '/push/compose' },
  { path: '/analytics' },
  { path: '/webhooks?Game=gem-miner' },
  { path: '/webhooks?Game=gem-miner', fixed: { Status: undefined } },
  { path: '/settings' },
  { path: '/settings/portal' },
  { path: '/settings/platform/fxid' },
  { path: '/jobs' },
  { path: '/operators' },
  { path: '/audit-log' },
  { path: '/account' },
];

const pathOf = (path: string): string => path.replace(/\?.*/, '');

/** Fields that were rendered, and those whose whole text was. */
const seen = new Set<number>();
const seenWhole = new Set<number>();

test('every page is visited', () => {
  const unvisited = pages.filter(({ path }) => !visits.some((visit) => matchPath(path, pathOf(visit.path))));
  expect(unvisited.map(({ path }) => path)).toEqual([]);
});

test.each(visits)('$path', async ({ path, fixed, hasAddresses }) => {
  for (const addresses of hasAddresses ? ([0, 1] as const) : ([0] as const)) {
    stubPage();
    answerWith(addresses, fixed);
    const isHere = (): boolean => readPlace() === pathOf(path);
    const open = async (): Promise<void> => {
      cleanup();
      renderConsole(path);
      await waitUntilIdle();
    };
    await open();
    expect(document.querySelector('h1'), 'the page has a heading').not.toBeNull();
    await explorePage({ look, isHere, reopen: open });
    cleanup();
  }
});

test('every text field is rendered, or listed with its reason', () => {
  const { fields } = operatorReplyTexts;
  const listOthers = (numbers: ReadonlySet<number>): string[] =>
    fields.filter((_, number) => !numbers.has(number)).map(({ path }) => path);
  const unseen = listOthers(seen);
  const reasons = Object.keys(unrenderedReplyFields);
  expect(unseen.filter((path) => !isListedField(reasons, path))).toEqual([]);
  // A reason that no field needs any more.
  expect(reasons.filter((reason) => !unseen.some((path) => isListedField([reason], path)))).toEqual([]);
});

test('every rendered text is shown as it is, or listed with its reason', () => {
  const changed = operatorReplyTexts.fields.flatMap(({ path, kind }, number) =>
    kind === 'words' && seen.has(number) && !seenWhole.has(number) ? [path] : [],
  );
  const reasons = Object.keys(changedReplyFields);
  expect(changed.filter((path) => !isListedField(reasons, path))).toEqual([]);
  expect(reasons.filter((reason) => !changed.some((path) => isListedField([reason], path)))).toEqual([]);
});

test.each([
  ['Markdown', (text: string) => <Markdown text={text} />],
  ['differences of texts', (text: string) => <TextDiff before={`${text}\nbefore`} after={`${text}\nafter`} />],
  ['differences of objects', (text: string) => <JsonDiff before={{ [text]: text }} after={{ [text]: [text] }} />],
  ['forms of a schema', renderForm],
])('%s run nothing', (_, renderText) => {
  for (const text of hostileTexts) {
    const { container, unmount } = render(renderText(text));
    expect(container.textContent).not.toContain(english.shell.crashed);
    expect(findUnsafeElements(container).filter((element) => !isOwnStyle(element))).toEqual([]);
    unmount();
  }
});

function renderForm(text: string) {
  const schema = { type: 'object', properties: { [text]: { type: 'string', title: text, description: text } } };
  return <SchemaForm schema={schema} value={{ [text]: text }} onChange={() => undefined} />;
}

function Place() {
  return <span hidden data-testid="place" title={useLocation().pathname} />;
}

const readPlace = (): string => screen.getByTestId('place').title;

function renderConsole(path: string): void {
  render(
    <>
      <Place />
      <SessionGate>
        <Shell>
          <ConsoleRoutes />
        </Shell>
      </SessionGate>
      <StepUpDialog />
    </>,
    { path },
  );
}

function answerWith(addresses: AddressKind, fixed: FixedFieldValues = {}): void {
  const built = replies.build(addresses, fixed);
  fakeApi(
    Object.fromEntries(
      operatorReplyTexts.calls.flatMap(({ name, route }) => {
        const answer = built[name];
        return answer ? [[`${route.method} ${route.path}`, answer] as const] : [];
      }),
    ),
  );
}

/** What jsdom lacks. */
function stubPage(): void {
  Object.assign(URL, { createObjectURL: () => 'blob:nowhere', revokeObjectURL: () => undefined });
  vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText: async () => undefined } }));
}

function look(): void {
  expect(document.body.textContent).not.toContain(english.shell.crashed);
  expect(findUnsafeElements(document.body).filter((element) => !isOwnStyle(element))).toEqual([]);
  for (const number of findHostileFields(new XMLSerializer().serializeToString(document))) seen.add(number);
  for (const text of listTexts()) {
    for (const number of findHostileFields(text)) if (text.includes(wholeText(number))) seenWhole.add(number);
  }
}

const isOwnStyle = (element: string): boolean => element.startsWith('<style data-mantine-styles');

const wholeText = (number: number): string => normalize(hostileTextFor(number));

function listTexts(): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? '');
  for (const field of document.querySelectorAll('input, textarea'))
    texts.push(field.getAttribute('value') ?? (field as HTMLInputElement).value);
  return texts.map(normalize);
}

const normalize = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
