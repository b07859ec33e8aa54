export const mailboxPageStyle = `
:root { color-scheme: dark; --ground: #0e1016; --raised: #171a23; --line: #2a3040; --ink: #f2f4fa; --muted: #a9b0c3; --accent: #7554fb; --accent-text: #a794ff; --warning: #ffb547; }
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; height: 100dvh; display: grid; grid: auto minmax(0, 1fr) / minmax(260px, 340px) minmax(0, 1fr);
  background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; gap: 8px 24px; padding: 16px 24px; border-block-end: 1px solid var(--line);
  background: linear-gradient(#a794ff14 1px, transparent 1px) 0 0 / 24px 24px, linear-gradient(90deg, #a794ff14 1px, transparent 1px) 0 0 / 24px 24px; }
h1 { margin: 0; font-size: 20px; } h1 a { color: inherit; text-decoration: none; }
header p { margin: 0; color: var(--warning); font: 13px/1.4 ui-monospace, monospace; flex: 1 1 240px; }
form { display: flex; align-items: center; gap: 8px; max-width: 100%; } label { color: var(--muted); white-space: nowrap; }
input, button { font: inherit; color: inherit; min-height: 40px; border-radius: 10px; border: 1px solid var(--line); background: var(--raised); padding: 0 12px; min-width: 0; }
input { width: 220px; } input::placeholder { color: var(--muted); } button { cursor: pointer; } button:hover { background: #1f2430; }
:focus-visible { outline: 3px solid var(--accent-text); outline-offset: 2px; }
#list { border-inline-end: 1px solid var(--line); overflow: auto; }
ul { list-style: none; margin: 0; padding: 8px; }
li a { display: block; padding: 10px 12px; border-radius: 10px; color: inherit; text-decoration: none; }
li a:hover { background: var(--raised); } li a[aria-current] { background: var(--raised); box-shadow: inset 3px 0 0 var(--accent), inset 0 1px 0 #ffffff12; }
.subject { display: block; font-weight: 600; } .about { display: flex; justify-content: space-between; gap: 12px; color: var(--muted); font-size: 13px; }
time { white-space: nowrap; font-variant-numeric: tabular-nums; }
main { display: flex; flex-direction: column; min-width: 0; padding: 24px; overflow: auto; }
h2 { margin: 0 0 8px; font-size: 26px; line-height: 1.2; } .back { display: none; }
dl { display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 0 0 16px; } dl div { display: flex; gap: 8px; min-width: 0; } dt { color: var(--muted); } dd { margin: 0; min-width: 0; }
.views { display: flex; gap: 8px; margin-block-end: 12px; }
.views a { min-height: 36px; padding: 6px 16px; border-radius: 999px; background: var(--raised); color: var(--muted); text-decoration: none; }
.views a:hover { color: var(--ink); } .views a[aria-current] { background: var(--accent); color: #fff; }
iframe, pre { flex: 1; width: 100%; min-height: 660px; margin: 0; border: 1px solid var(--line); border-radius: 14px; background: var(--raised); }
pre { padding: 20px; white-space: pre-wrap; overflow: auto; font: 14px/1.6 ui-monospace, monospace; }
.none { margin: auto; padding: 48px 16px; text-align: center; color: var(--muted); }
.none svg { display: block; width: 72px; margin: 0 auto 12px; fill: none; stroke: #6d7590; stroke-width: 2; stroke-linejoin: round; }
@media (max-width: 760px) {
  body { display: block; height: auto; } header { padding: 12px 16px; } form { width: 100%; } input { flex: 1; width: auto; } #list { border: 0; }
  main { padding: 16px; } body:not(.reading) main, .reading #list { display: none; } .reading form { display: none; }
  .back { display: inline-flex; align-items: center; min-height: 44px; align-self: start; color: var(--accent-text); } h2 { font-size: 20px; }
  dl { display: grid; } iframe { min-height: 800px; }
}
`;
