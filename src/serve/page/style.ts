/** The style of the page at `/`: system fonts, light and dark by the reader's setting, nothing loaded from outside. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --bg: #f6f7f9; --card: #ffffff; --line: #e2e5ea; --text: #1b1f27; --soft: #5d6675; --accent: #2457d6;
  --accent-soft: #e8eefc; --good: #157a45; --good-soft: #e2f4ea; --warn: #9a5b00; --warn-soft: #fdf0d9;
  --bad: #b3261e; --bad-soft: #fbe6e4; --code: #f1f3f6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0f1216; --card: #171b21; --line: #2a303a; --text: #e6e9ee; --soft: #98a2b3; --accent: #8fb0ff;
    --accent-soft: #1d2a48; --good: #6fd49b; --good-soft: #14301f; --warn: #f0bd6a; --warn-soft: #362708;
    --bad: #ff9d94; --bad-soft: #3c1614; --code: #10141a;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 28px 20px 60px; }
header { display: flex; align-items: center; gap: 14px; flex-wrap: wrap; margin-bottom: 20px; }
header svg { width: 40px; height: 40px; color: var(--accent); flex: none; }
h1 { font-size: 22px; line-height: 1.2; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 15px; margin: 0 0 12px; }
.soft { color: var(--soft); }
.grow { flex: 1; }
.pill { display: inline-flex; align-items: center; gap: 6px; padding: 2px 10px; border-radius: 999px; font-size: 13px;
  font-weight: 600; background: var(--code); color: var(--soft); white-space: nowrap; }
.pill::before { content: ""; width: 7px; height: 7px; border-radius: 50%; background: currentColor; }
.ok { background: var(--good-soft); color: var(--good); }
.degraded, .warn { background: var(--warn-soft); color: var(--warn); }
.bad { background: var(--bad-soft); color: var(--bad); }
.run { background: var(--accent-soft); color: var(--accent); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 18px 20px; margin-bottom: 16px; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 14px; margin: 0; }
.numbers div { min-width: 0; }
.numbers dt { color: var(--soft); font-size: 13px; }
.numbers dd { margin: 0; font-size: 20px; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.parts { list-style: none; margin: 16px 0 0; padding: 14px 0 0; border-top: 1px solid var(--line); display: grid; gap: 8px; }
.parts li { display: flex; gap: 10px; align-items: baseline; flex-wrap: wrap; }
.parts b { min-width: 84px; }
.bar { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 12px; align-items: center; }
button { font: inherit; font-size: 14px; color: var(--text); background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; padding: 5px 12px; cursor: pointer; }
button:hover { border-color: var(--accent); }
button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button[aria-pressed="true"] { background: var(--accent-soft); color: var(--accent); border-color: transparent; font-weight: 600; }
pre { margin: 0; padding: 14px 16px; background: var(--code); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto;
  font: 13px/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.paste { position: relative; }
.paste button { position: absolute; top: 8px; right: 8px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-weight: 500; color: var(--soft); font-size: 13px; padding: 4px 12px 6px 0; }
td { padding: 7px 12px 7px 0; border-top: 1px solid var(--line); vertical-align: top; }
td:last-child, th:last-child { padding-right: 0; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.subject { overflow-wrap: anywhere; min-width: 220px; }
td a { color: var(--accent); }
td.when { white-space: nowrap; font-variant-numeric: tabular-nums; }
.empty { padding: 18px 0 6px; color: var(--soft); }
form { display: flex; gap: 8px; flex-wrap: wrap; }
input { font: inherit; flex: 1; min-width: 220px; padding: 7px 12px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--bg); color: var(--text); }
`;
