// Makes states that come and go stay: whatever the portal's own style sheets say about `:hover` holds for `.shown-hover` too,
// and likewise for the focus and a press. The rules are read from the page, so that what is shown is what the product does.

const classOfState = { ':hover': '.shown-hover', ':focus-visible': '.shown-focus', ':active': '.shown-active' };

/** @returns how to end it */
export function showStates(page: Document): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    [...page.styleSheets]
      .flatMap((each) => [...each.cssRules])
      .flatMap(shownRule)
      .join('\n'),
  );
  page.adoptedStyleSheets.push(sheet);
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

function shownRule(rule: CSSRule): string[] {
  if (!(rule instanceof CSSStyleRule)) return [];
  let selector = rule.selectorText;
  for (const [state, shown] of Object.entries(classOfState)) selector = selector.replaceAll(state, shown);
  return selector === rule.selectorText ? [] : [`${selector} { ${rule.style.cssText} }`];
}
