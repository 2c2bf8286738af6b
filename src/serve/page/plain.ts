import { escapeText } from '../../base/markup.ts';
import type { HealthPart } from '../../toolkit/services.ts';
import type { ClientSettings } from '../clients.ts';
import type { FeedEntry } from '../feed.ts';

/** What the page shows; `/api/state` as it is. */
export interface PageState {
  readonly version: string;
  readonly state: 'ok' | 'degraded';
  readonly uptime_s: number;
  readonly mcp_url: string;
  /** True when the server asks for a token. */
  readonly token: boolean;
  readonly tools: ReadonlyArray<{ readonly name: string; readonly title: string }>;
  readonly parts: readonly HealthPart[];
  readonly counts: Readonly<Record<string, number>>;
  readonly clients: { readonly http: readonly ClientSettings[]; readonly stdio: readonly ClientSettings[] };
}

const MAX_ROWS = 50;

/** The page for a reader without scripts, as of now. Everything that is not our own markup goes through `escapeText`. */
export function plainPage(state: PageState, entries: readonly FeedEntry[]): string {
  const counts = Object.entries(state.counts).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`);
  const head = `version ${state.version}, ${state.state}, up ${Math.floor(state.uptime_s)} s; ${counts.join(', ')}`;
  const tools = state.tools.map((tool) => tool.name).join(', ');
  return [
    card('Running', `<p>${escapeText(head)}</p><ul>${state.parts.map(part).join('')}</ul>`),
    card(
      'Connect a client',
      `<p>MCP at <code>${escapeText(state.mcp_url)}</code>, with the tools ${escapeText(tools)}.</p>` +
        `<p><b>This server (HTTP)</b></p>${state.clients.http.map(client).join('')}` +
        `<p><b>Started by the client (stdio)</b></p>${state.clients.stdio.map(client).join('')}`,
    ),
    card('Reads of this session', reads(entries)),
  ].join('\n');
}

function card(title: string, markup: string): string {
  return `<section class="card"><h2>${escapeText(title)}</h2>${markup}</section>`;
}

function part({ name, state, detail, mend }: HealthPart): string {
  return `<li><b>${escapeText(name)}</b>: ${state}, ${escapeText(detail)}${mend ? ` <code>${escapeText(mend)}</code>` : ''}</li>`;
}

function client({ client: name, where, text }: ClientSettings): string {
  return `<details><summary>${escapeText(name)}</summary><p class="soft">${escapeText(where)}</p><pre>${escapeText(text)}</pre></details>`;
}

function reads(entries: readonly FeedEntry[]): string {
  if (entries.length === 0) return '<p class="soft">Nothing yet.</p>';
  const rows = entries.slice(-MAX_ROWS).reverse().map(row).join('');
  return `<table><tr><th>Time</th><th>Tool</th><th>What</th><th>Outcome</th><th>Took</th><th></th></tr>${rows}</table>`;
}

function row({ call, startedAt, tool, subject, state, outcome, facts, ms, xray }: FeedEntry): string {
  const word = state === 'running' ? 'running' : outcome === 'ok' ? String(facts.status ?? 'ok') : outcome;
  const cells = [new Date(startedAt).toISOString(), tool, subject, word, `${ms} ms`];
  const link = xray ? `<a href="/xray?call=${encodeURIComponent(call)}">X-ray</a>` : '';
  return `<tr>${cells.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}<td>${link}</td></tr>`;
}
