export const apiPageStyle = `
:root { color-scheme: dark; --ground: #0e1016; --raised: #171a23; --line: #2a3040; --ink: #f2f4fa; --muted: #a9b0c3; --accent: #a08bff; }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 220px minmax(0, 1fr); background: var(--ground); color: var(--ink);
  font: 15px/1.55 system-ui, sans-serif; }
.skip { position: absolute; inset-inline-start: -999px; } .skip:focus { inset-inline-start: 8px; top: 8px; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 24px 16px; border-inline-end: 1px solid var(--line); }
nav ul { list-style: none; margin: 16px 0 0; padding: 0; } nav li a { display: block; padding: 4px 8px; border-radius: 8px; color: var(--muted); }
nav li a:hover { background: var(--raised); color: var(--ink); } .home { font-weight: 700; font-size: 20px; color: var(--ink); }
main { padding: 32px clamp(16px, 4vw, 56px) 96px; max-width: 1000px; } h1 { font-size: 36px; line-height: 1.15; margin: 0 0 12px; }
h2 { margin: 48px 0 12px; font-size: 22px; scroll-margin-top: 16px; } h3 { margin: 16px 0 4px; font-size: 13px; color: var(--muted); font-weight: 600; }
a { color: var(--accent); } nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
details { background: var(--raised); border-radius: 10px; margin: 8px 0; box-shadow: inset 0 1px 0 #ffffff0d; scroll-margin-top: 16px; }
summary { padding: 12px 16px; cursor: pointer; overflow-wrap: anywhere; } summary code { font-size: 14px; }
.summary { display: block; color: var(--muted); margin-top: 2px; } .body { padding: 0 16px 16px; }
.method { display: inline-block; min-width: 52px; font: 700 12px/1 ui-monospace, monospace; } .get { color: #2fd08a; } .post { color: #ffb547; }
.badge { font-size: 12px; padding: 1px 8px; border-radius: 99px; background: var(--line); color: var(--muted); }
pre { background: var(--ground); padding: 12px; border-radius: 8px; overflow: auto; white-space: pre-wrap; font-size: 13px; margin: 0; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: start; padding: 8px; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
@media (max-width: 760px) { body { grid-template-columns: minmax(0, 1fr); } nav { position: static; height: auto; border: 0; padding-bottom: 0; }
  nav ul { display: flex; flex-wrap: wrap; } }
`;
