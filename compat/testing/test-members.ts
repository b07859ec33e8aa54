// What each foreign SDK is tested for: its members are those of the manifest, and each answers as the vendor documents,
// in every state and with wrong arguments.
import { expect, it, vi } from 'vitest';
import { createTestLink, type TestLink } from './create-test-link.ts';
import { hostileArguments, listMembers, outcomeOf, wrongArguments } from './walk-members.ts';

export interface MembersUnderTest<Sdk extends object> {
  readonly create: (link: TestLink['link']) => Sdk | Promise<Sdk>;
  /** Connects, so that the next states are after it. */
  readonly connect: (sdk: Sdk) => unknown;
  /** As the manifest describes them. */
  readonly described: readonly string[];
  /** Codes of the vendor's errors besides `ok`. A text matches errors without a code. */
  readonly codes: readonly (string | RegExp)[];
  readonly args?: readonly (readonly unknown[])[];
  /** Values that aren't calls. */
  readonly except?: (path: string) => boolean;
}

export function testMembers<Sdk extends object>(under: MembersUnderTest<Sdk>): void {
  const { create, connect, described, codes, args = [], except = () => false } = under;
  const given = [...wrongArguments, ...args];
  const isDocumented = (outcome: string): boolean =>
    ['ok', ...codes].some((code) => (code instanceof RegExp ? code.test(outcome) : code === outcome));
  const paths = async (): Promise<string[]> =>
    listMembers(await create(createTestLink().link))
      .map(({ path }) => path)
      .filter((path) => !except(path));

  it('has exactly the members that the manifest describes', async () => {
    expect((await paths()).toSorted()).toEqual(described.toSorted());
  });

  it.each([
    ['before init', createTestLink, false, false],
    ['after init', createTestLink, true, false],
    ['without a portal', () => createTestLink({}, true), true, false],
    ['after the game was left', createTestLink, true, true],
  ] as const)(
    'answers every call as documented, twice, with wrong arguments: %s',
    async (_, open, isStarted, isLeft) => {
      for (const path of await paths()) {
        const { link, close } = open();
        const sdk = await create(link);
        if (isStarted) await connect(sdk);
        if (isLeft) close();
        const member = listMembers(sdk).find((each) => each.path === path);
        for (const each of [...given, ...given]) {
          const outcome = await outcomeOf(() => member?.call(...each));
          expect(isDocumented(outcome), `${path}(${JSON.stringify(each)}): ${outcome}`).toBe(true);
        }
      }
    },
  );

  it('reaches no more with hostile values than our SDK does', async () => {
    const openWindow = vi.fn();
    vi.stubGlobal('open', openWindow);
    const before = location.href;
    for (const path of await paths()) {
      const { link } = createTestLink();
      const sdk = await create(link);
      await connect(sdk);
      const member = listMembers(sdk).find((each) => each.path === path);
      for (const each of hostileArguments) {
        const outcome = await outcomeOf(() => member?.call(...each));
        expect(isDocumented(outcome), `${path}(${JSON.stringify(each).slice(0, 100)}): ${outcome.slice(0, 200)}`).toBe(
          true,
        );
      }
    }
    expect('polluted' in {}).toBe(false);
    expect(document.querySelector('img[src=x], script')).toBeNull();
    expect(openWindow).not.toHaveBeenCalled();
    expect(location.href).toBe(before);
  });
}
