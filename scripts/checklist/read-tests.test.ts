import { expect, it } from 'vitest';
import { readTests } from './read-tests.ts';

const text = `
const word = 'Popup was closed';
const said = () => word;
describe('a group', () => {
  it('says so', () => expect(said()).toBe(1));
  it.skip('is left out', () => {});
  // 'in a comment'
  it.each([['a', 1]])('is %s', () => { expect(2).toBe(2); /* 'in another' */ });
});
describe.skipIf(true)('another', () => { test('is inside', () => {}); });
test.todo('is to be written', () => {});
test(\`with \${word} in it\`, () => {});
`;

it('finds tests with their groups, what they name, and whether they run', () => {
  const tests = readTests({ path: 'made-up.test.ts', text });
  expect(tests.map(({ title, isSkipped }) => [title, isSkipped])).toEqual([
    ['a group > says so', false],
    ['a group > is left out', true],
    ['a group > is %s', false],
    ['another > is inside', true],
    ['is to be written', true],
    ['with … in it', false],
  ]);
  const [first, , each] = tests;
  expect(first?.code).toContain('Popup was closed');
  expect(each?.code).toContain("['a', 1]");
  expect(each?.code).not.toContain('Popup');
  for (const { code } of tests) expect(code).not.toMatch(/in a comment|in another/);
});
