import { REMOVED_CLASSES } from '../xray.ts';

/** Hiding a kind needs no script: a box that is not ticked takes what belongs to it away. */
const filters = REMOVED_CLASSES.map((kind) => `body:has(#show-${kind}:not(:checked)) .${kind}{display:none}`).join(
  '\n',
);

/**
 * Colours of the kinds: on paper (the picture is as the page is, light or dark), and as text in both schemes. Lines on
 * paper have a white rim, so that they stand out from any page.
 */
export const XRAY_STYLE = `
:root { color-scheme: light dark;
  --bg: #f6f7f9; --card: #fff; --line: #e2e5ea; --text: #1b1f27; --soft: #5d6675; --accent: #2457d6; --mark: #fff7d6; --code: #f1f3f6;
  --warn: #b3261e; --info: #9a5b00; --unproven: #7a2fb5; --overlay: #1c5fb8; --collapsed: #0b7285; --characters: #a61e6b; --left_out: #5d6675; }
@media (prefers-color-scheme: dark) { :root {
  --bg: #0f1216; --card: #171b21; --line: #2a303a; --text: #e6e9ee; --soft: #98a2b3; --accent: #8fb0ff; --mark: #3a3210; --code: #10141a;
  --warn: #ff9d94; --info: #f0bd6a; --unproven: #d3a6ff; --overlay: #8fc0ff; --collapsed: #66d0e0; --characters: #ff9fd0; --left_out: #98a2b3; } }
* { box-sizing: border-box; }
html, body { height: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
  display: grid; grid-template-rows: auto 1fr; }
header { padding: 14px 20px 12px; border-bottom: 1px solid var(--line); background: var(--card); }
.name { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; }
.name svg { width: 26px; height: 26px; color: var(--accent); flex: none; }
h1 { font-size: 17px; line-height: 1.3; margin: 0; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 14px; margin: 0; padding: 12px 16px 8px; position: sticky; top: 0; background: var(--card); z-index: 1; }
h3 { font-size: 13px; margin: 0; padding: 8px 16px 4px; }
h3 small { font-weight: 400; color: var(--soft); margin-left: 6px; }
.soft, .facts { color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
.facts { margin: 2px 0 0; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 10px; background: var(--card); padding: 4px 10px; border-radius: 8px; z-index: 9; }
fieldset { border: 0; margin: 10px 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 6px; }
legend { float: left; color: var(--soft); font-size: 13px; margin-right: 10px; padding: 3px 0; }
label { display: inline-flex; gap: 7px; align-items: center; padding: 2px 11px 2px 8px; border: 1px solid var(--line); border-radius: 999px;
  font-size: 13px; cursor: pointer; }
label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
label b { font-variant-numeric: tabular-nums; }
input { accent-color: currentColor; margin: 0; }
main { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); min-height: 0; }
section { min-height: 0; overflow: auto; overscroll-behavior: contain; scroll-behavior: auto; background: var(--card); }
section:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.paper { background: var(--bg); padding: 16px; border-right: 1px solid var(--line); }
.paper > svg { display: block; width: 100%; height: auto; background: #fff; border-radius: 6px; box-shadow: 0 1px 2px #0002, 0 4px 18px #0001; }
.paper p { margin: 0; }
.side { display: grid; grid-template-rows: minmax(0, 1fr) minmax(0, 1fr); min-height: 0; }
.side section + section { border-top: 1px solid var(--line); }
ol { list-style: none; margin: 0; padding: 0 0 6px; }
li { padding: 6px 16px 8px; scroll-margin: 70px; display: grid; grid-template-columns: 34px minmax(0, 1fr); gap: 0 8px; }
li:target { background: var(--mark); }
li > a, li > .nr { font-size: 12px; font-weight: 600; line-height: 18px; height: 20px; text-align: center; border: 1px solid currentColor; border-radius: 6px;
  text-decoration: none; font-variant-numeric: tabular-nums; }
li > .nr { border-style: dashed; opacity: .8; }
li p { margin: 0; overflow-wrap: anywhere; }
li .why { color: var(--soft); font-size: 12.5px; }
details summary { cursor: pointer; color: var(--accent); font-size: 13px; }
pre { margin: 0; padding: 4px 16px 20px; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2;
  font: 13px/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.none { padding: 0 16px 16px; color: var(--soft); margin: 0; }
svg a rect { fill-opacity: .1; stroke-width: 2.5; }
svg a .rim { fill: none; stroke: #fff; stroke-width: 5.5; stroke-opacity: .85; }
svg a text { font: 600 13px/1 ui-monospace, Menlo, Consolas, monospace; fill: #fff; }
svg a .tag { fill-opacity: 1; stroke: #fff; stroke-width: 1; }
svg a:focus { outline: none; }
svg a:hover rect, svg a:focus rect, svg a:target rect { fill-opacity: .3; }
svg a:focus .tag, svg a:target .tag { stroke: #000; stroke-width: 2; }
svg .left_out rect { stroke-width: 1.5; stroke-dasharray: 5 4; fill-opacity: .06; }
svg .left_out .tag { stroke-dasharray: none; fill-opacity: .85; }
${REMOVED_CLASSES.map((kind) => `li.${kind} > :first-child, h3.${kind}, label.${kind} input, label.${kind} b { color: var(--${kind}); }`).join('\n')}
${Object.entries({
  warn: '#c8102e',
  info: '#b35c00',
  unproven: '#7a2fb5',
  overlay: '#1c5fb8',
  collapsed: '#0b7285',
  characters: '#a61e6b',
  left_out: '#566072',
})
  .map(([kind, color]) => `svg .${kind} rect { fill: ${color}; stroke: ${color}; }`)
  .join('\n')}
svg a rect.rim { fill: none; stroke: #fff; }
svg .left_out rect.rim { stroke-width: 3; stroke-dasharray: none; stroke-opacity: .6; }
${filters}
@media (max-width: 900px) {
  html, body { height: auto; } body, main, .side { display: block; }
  section { overflow: visible; border-top: 1px solid var(--line); } h2 { position: static; }
  .paper { border-right: 0; padding: 8px; }
  .side pre { max-height: none; }
}
@media print { section { overflow: visible; } main, .side, body { display: block; height: auto; } }
`;
