/** The style of the page, in both themes. Served as a separate file, because the policy permits no inline style. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #faf9f7;
  --paper: #ffffff;
  --ink: #1f1d1a;
  --quiet: #625d55;
  --line: #dedad3;
  --edge: #8b857b;
  --accent: #1f4b8e;
  --on-accent: #ffffff;
  --good: #1b6e3c;
  --good-wash: #e6f3ea;
  --moving: #1f56a5;
  --moving-wash: #e8f0fb;
  --bad: #b3261e;
  --bad-wash: #fbe9e7;
  --band: #6b46b8;
  --band-stripe: #7350bd;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #191816;
    --paper: #211f1d;
    --ink: #ece9e4;
    --quiet: #a8a298;
    --line: #3a3733;
    --edge: #857f75;
    --accent: #8fb6f2;
    --on-accent: #10213c;
    --good: #7fd09c;
    --good-wash: #1c3325;
    --moving: #9cbff5;
    --moving-wash: #1d2c46;
    --bad: #f59a92;
    --bad-wash: #442019;
    --band: #5d3fa3;
    --band-stripe: #6545ab;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 16px/1.5 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
.band {
  background: repeating-linear-gradient(135deg, var(--band) 0 12px, var(--band-stripe) 12px 24px);
  color: #ffffff;
  text-align: center;
  font-size: 14px;
  font-weight: 600;
}
.band p { margin: 0; padding: 4px 16px; }
main {
  max-width: 520px;
  margin: 32px auto;
  padding: 32px;
  background: var(--paper);
  border: 1px solid var(--line);
  border-radius: 8px;
  overflow-wrap: anywhere;
}
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; text-wrap: balance; }
.amount { margin: 0 0 24px; color: var(--quiet); }
.amount strong { color: var(--ink); font-size: 20px; }
.amount strong, .figure { font-variant-numeric: tabular-nums; }
dl { margin: 0 0 24px; border-top: 1px solid var(--line); }
dl div {
  display: grid;
  grid-template-columns: minmax(88px, 1fr) 2fr;
  gap: 16px;
  padding: 8px 0;
  border-bottom: 1px solid var(--line);
}
dt { color: var(--quiet); }
dd { margin: 0; text-align: right; }
code { font: 14px/1.5 'IBM Plex Mono', ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace; }
form { margin: 0 0 16px; }
fieldset { margin: 0 0 24px; padding: 0; border: 0; }
legend { padding: 0 0 8px; color: var(--quiet); }
.option {
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 48px;
  margin-bottom: 8px;
  padding: 8px 16px;
  border: 1px solid var(--edge);
  border-radius: 8px;
  cursor: pointer;
}
.option:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.option input { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
.field { margin-bottom: 16px; }
.field label { display: block; margin-bottom: 4px; font-weight: 600; }
.field input {
  width: 100%;
  min-height: 44px;
  padding: 8px 12px;
  border: 1px solid var(--edge);
  border-radius: 8px;
  background: var(--page);
  color: inherit;
  font: inherit;
}
.wrong input { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.problem, .hint { margin: 4px 0 0; font-size: 14px; }
.problem { color: var(--bad); }
.hint { color: var(--quiet); }
button, a.button {
  display: block;
  width: 100%;
  min-height: 48px;
  margin: 0 0 8px;
  padding: 12px 16px;
  border: 1px solid var(--accent);
  border-radius: 8px;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
button.quiet { background: transparent; border-color: var(--edge); color: var(--ink); font-weight: 400; }
.field + button, .hint + button { margin-top: 16px; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.alert, .state { margin: 0 0 24px; padding: 12px 16px; border-radius: 8px; }
.alert { background: var(--bad-wash); color: var(--bad); }
.alert p { margin: 0; }
.state { font-weight: 600; }
.good { background: var(--good-wash); color: var(--good); }
.bad { background: var(--bad-wash); color: var(--bad); }
.moving { background: var(--moving-wash); color: var(--moving); }
.return { margin: 16px 0 0; }
.host { color: var(--quiet); font-size: 14px; }
.return .link + .host { margin-left: 8px; }
@media (max-width: 560px) {
  body { background: var(--paper); }
  main { margin: 0; padding: 24px 16px; border: 0; border-radius: 0; }
}
`;
