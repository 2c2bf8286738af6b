import { createHash } from 'node:crypto';
import { escapeText } from '../../../base/markup.ts';
import { oneLine, truncate } from '../../../base/text.ts';
import type { Xray } from '../xray.ts';
import { KINDS } from './kinds.ts';
import { paper } from './paper.ts';
import { removedList } from './removed-list.ts';
import { shown } from './shown.ts';
import { XRAY_STYLE } from './style.ts';

/** Longer texts are read with read_page; here they would only be slow. */
const MAX_MARKDOWN = 500_000;

/**
 * Nothing on this page runs, loads or sends: it has no script, and its policy allows none, nor anything but its own
 * style and pictures that are in it. So a page that gets past the escaping still finds nothing to use.
 */
const POLICY = [
  "default-src 'none'",
  'img-src data:',
  `style-src 'sha256-${createHash('sha256').update(XRAY_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The X-ray as one HTML file. All strings of the page go through `shown`. */
export function xrayPage(xray: Xray, version: string): string {
  const { read } = xray;
  const title = read.title === '' ? read.final_url : read.title;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeText(POLICY)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Plainsight ${escapeText(version)}">
<title>${shown(`X-ray: ${title}`)}</title>
<link rel="icon" href="data:,">
<style>${XRAY_STYLE}</style>
</head>
<body>
<header>
<a class="skip" href="#removed">What was removed</a><a class="skip" href="#text">What the model gets</a>
<div class="name"><svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 24c5-9 12-13.5 20-13.5S39 15 44 24c-5 9-12 13.5-20 13.5S9 33 4 24z"/><circle cx="24" cy="24" r="6.5" fill="currentColor" stroke="none"/></svg><h1><bdi>${shown(title)}</bdi></h1></div>
<p class="facts"><bdi>${shown(read.final_url || read.url)}</bdi></p>
<p class="facts">${facts(xray)}</p>
${legend(xray)}
</header>
<main>
<section class="paper" id="picture" tabindex="0" aria-label="The page as a person sees it">${paper(xray)}</section>
<div class="side">
<section id="removed" tabindex="0" aria-label="What was removed"><h2>What was removed</h2>${removedList(xray.removed)}</section>
<section id="text" tabindex="0" aria-label="What the model gets"><h2>What the model gets</h2>${text(xray)}</section>
</div>
</main>
</body>
</html>
`;
}

function facts({ read, notes, size }: Xray): string {
  const http = read.http_status === null ? '' : ` (HTTP ${read.http_status})`;
  const parts = [
    `status ${read.status}${http}`,
    ...(read.status === 'ok' ? [] : [read.reason.detail]),
    `seen: ${read.seen}`,
    ...(size ? [`${size.width} × ${size.height} px`] : []),
    `taken ${read.fetched_at}`,
    ...notes,
  ];
  return parts.map((part) => shown(oneLine(part))).join(' · ');
}

function legend({ removed }: Xray): string {
  const ticks = KINDS.map(({ kind, name, about }) => {
    const count = removed.filter((each) => each.kind === kind).length;
    if (count === 0) return '';
    return `<label class="${kind}" title="${about}"><input type="checkbox" id="show-${kind}" checked>${name} <b>${count}</b></label>`;
  });
  const all = ticks.join('');
  if (all === '') return '<p class="facts">Nothing was removed.</p>';
  return `<fieldset><legend>Show</legend>${all}</fieldset>`;
}

function text({ markdown }: Xray): string {
  if (markdown.trim() === '') return '<p class="none">Nothing.</p>';
  return `<pre dir="auto">${shown(truncate(markdown, MAX_MARKDOWN))}</pre>`;
}
