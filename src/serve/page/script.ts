/**
 * The script of the page at `/`. Addresses and titles come from strangers, so text reaches the page through
 * textContent only. The token, where the server asks for one, stays in this tab (sessionStorage).
 */
export const PAGE_SCRIPT = `
'use strict';
const at = (id) => document.getElementById(id);
const make = (tag, text, name) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (name) element.className = name;
  return element;
};
const KEY = 'plainsight-token';
let settings = { http: [], stdio: [] };
let transport = 'http';
let client = '';
let drawn = '';
let seq = 0;
let session = '';
const rows = new Map();

async function ask(path) {
  const token = sessionStorage.getItem(KEY);
  const headers = token ? { authorization: 'Bearer ' + token } : {};
  const response = await fetch(path, { headers, cache: 'no-store' });
  if (response.status === 401) { showSignIn(Boolean(token)); throw new Error('token'); }
  if (!response.ok) throw new Error('status ' + response.status);
  return response.json();
}

function showSignIn(refused) {
  sessionStorage.removeItem(KEY);
  at('signin').hidden = false;
  at('content').hidden = true;
  if (refused) at('refused').hidden = false;
  at('state').textContent = 'locked';
  at('state').className = 'pill';
}

function span(seconds) {
  const s = Math.floor(seconds);
  if (s < 60) return s + ' s';
  if (s < 3600) return Math.floor(s / 60) + ' min';
  return Math.floor(s / 3600) + ' h ' + Math.floor((s % 3600) / 60) + ' min';
}

function showState(state) {
  at('signin').hidden = true;
  at('content').hidden = false;
  at('version').textContent = 'version ' + state.version;
  const pill = at('state');
  pill.textContent = state.state;
  pill.className = 'pill ' + state.state;
  at('url').textContent = state.mcp_url;
  const numbers = at('numbers');
  numbers.replaceChildren();
  const shown = [['up for', span(state.uptime_s)], ...Object.entries(state.counts).map(([k, v]) => [k.replaceAll('_', ' '), String(v)])];
  for (const [name, value] of shown) {
    const pair = make('div');
    pair.append(make('dt', name), make('dd', value));
    numbers.append(pair);
  }
  const parts = at('parts');
  parts.replaceChildren();
  for (const part of state.parts) {
    const line = make('li');
    line.append(make('b', part.name), make('span', part.state, 'pill ' + part.state), make('span', part.detail, 'soft'));
    if (part.mend) line.append(make('code', part.mend));
    parts.append(line);
  }
  parts.hidden = state.parts.length === 0;
  at('tools').textContent = state.tools.map((tool) => tool.name).join(', ');
  at('token').hidden = !state.token;
  settings = state.clients;
  showClients();
}

function showClients() {
  for (const each of ['http', 'stdio']) at('by-' + each).setAttribute('aria-pressed', String(each === transport));
  const list = settings[transport];
  if (!list.some((each) => each.client === client)) client = list.length ? list[0].client : '';
  // Drawn again only when something changed, or a selection would be lost every few seconds.
  const drawing = transport + client + JSON.stringify(list);
  if (drawing === drawn) return;
  drawn = drawing;
  const bar = at('clients');
  bar.replaceChildren();
  for (const each of list) {
    const button = make('button', each.client);
    button.type = 'button';
    button.setAttribute('aria-pressed', String(each.client === client));
    button.addEventListener('click', () => { client = each.client; showClients(); });
    bar.append(button);
  }
  const chosen = list.find((each) => each.client === client);
  at('where').textContent = chosen ? chosen.where : '';
  at('paste').textContent = chosen ? chosen.text : '';
}

function outcome(entry) {
  if (entry.state === 'running') return ['run', entry.outcome || 'running'];
  if (entry.outcome !== 'ok') return ['bad', entry.outcome];
  const status = typeof entry.facts.status === 'string' ? entry.facts.status : 'ok';
  return [status === 'ok' || status === 'partial' ? 'ok' : 'warn', status];
}

function details(entry) {
  const facts = entry.facts;
  const list = [];
  if (facts.via) list.push('via ' + facts.via + (facts.cached ? ', cached' : ''));
  if (facts.seen) list.push(facts.seen);
  if (typeof facts.tokens === 'number') list.push(facts.tokens.toLocaleString() + ' tokens');
  if (facts.hidden) list.push(facts.hidden + ' hidden' + (facts.warnings ? ', ' + facts.warnings + ' suspicious' : ''));
  return list.join(' · ');
}

function showReads(entries) {
  const body = at('reads');
  for (const entry of entries) {
    const [kind, word] = outcome(entry);
    const row = make('tr');
    const state = make('td');
    state.append(make('span', word, 'pill ' + kind));
    const time = new Date(entry.startedAt);
    row.append(make('td', time.toLocaleTimeString(), 'when'), make('td', entry.tool));
    const subject = make('td', entry.subject, 'subject');
    const more = details(entry);
    const below = make('div', more, 'soft');
    if (entry.xray) {
      const link = make('a', 'X-ray');
      link.href = '/xray?call=' + encodeURIComponent(entry.call);
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
      link.title = 'Look at the page again, with everything that was removed from it';
      below.append(more ? ' · ' : '', link);
    }
    if (below.textContent) subject.append(below);
    row.append(subject, state, make('td', entry.state === 'running' ? '…' : entry.ms.toLocaleString() + ' ms'));
    const old = rows.get(entry.call);
    if (old) old.replaceWith(row);
    else body.prepend(row);
    rows.set(entry.call, row);
  }
  while (body.children.length > 200) body.lastElementChild.remove();
  at('none').hidden = rows.size > 0;
  at('log').hidden = rows.size === 0;
}

async function poll() {
  if (document.hidden || at('content').hidden) return;
  const news = await ask('/api/reads?after=' + seq);
  if (session !== news.session) {
    // Another start of the server: what is shown belongs to the one before.
    const first = session === '';
    session = news.session;
    if (!first) { seq = 0; rows.clear(); at('reads').replaceChildren(); return poll(); }
  }
  seq = news.seq;
  showReads(news.entries);
}

async function refresh() {
  const locked = !at('signin').hidden && !sessionStorage.getItem(KEY);
  if (document.hidden || locked) return;
  try {
    showState(await ask('/api/state'));
    at('lost').hidden = true;
  } catch (error) {
    if (error.message !== 'token') at('lost').hidden = false;
  }
}

at('signin-form').addEventListener('submit', (event) => {
  event.preventDefault();
  at('refused').hidden = true;
  sessionStorage.setItem(KEY, at('signin-token').value.trim());
  at('signin-token').value = '';
  refresh().then(poll).catch(() => {});
});
for (const each of ['http', 'stdio']) at('by-' + each).addEventListener('click', () => { transport = each; showClients(); });
at('copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(at('paste').textContent);
    at('copy').textContent = 'Copied';
  } catch { at('copy').textContent = 'Select and copy'; }
  setTimeout(() => { at('copy').textContent = 'Copy'; }, 1500);
});
refresh().then(poll).catch(() => {});
setInterval(() => poll().catch(() => {}), 1000);
setInterval(refresh, 5000);
`;
