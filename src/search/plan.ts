import { AppError } from '../base/errors.ts';
import { truncate } from '../base/text.ts';
import { BROWSER_ORDER, type Engine, needsKey } from './engines.ts';
import { parseJson } from './parse-json.ts';
import { parseTemplate } from './template.ts';

const LAYERS = ['cache', 'searxng', 'searxng-retry', 'direct', 'browser', 'api'] as const;

export type EngineLayer = 'direct' | 'browser' | 'api';

/** One engine by one way; health and pace know it by its label. */
export interface Station {
  readonly label: string;
  readonly layer: EngineLayer;
  readonly engine: Engine;
}

/** Stations that stand for each other: of one group as many are asked as it takes. */
export type Group =
  | { readonly type: 'searxng'; readonly retry: boolean; readonly engines: readonly string[] | null }
  | { readonly type: 'engines'; readonly stations: readonly Station[] };

export interface Plan {
  readonly cached: boolean;
  readonly groups: readonly Group[];
  /** The caller chose the engine: only it is asked. */
  readonly named: boolean;
}

export interface PlanInput {
  /** Entries such as `direct`, `direct:mojeek` or `searxng`, in order (PLAINSIGHT_SEARCH_LAYERS). */
  readonly layers: readonly string[];
  readonly engines: readonly Engine[];
  readonly hasSearxng: boolean;
}

/** The layers in the operator's order, or what the caller named. @throws AppError `invalid_argument` */
export function planSearch(input: PlanInput, asked: string, newsLike: boolean): Plan {
  const wanted = asked.trim();
  const cached = input.layers.includes('cache');
  if (wanted.startsWith('{')) {
    return { cached, named: true, groups: [{ type: 'engines', stations: [inlineStation(wanted)] }] };
  }
  const name = wanted.toLowerCase();
  if (name === '' || name === 'auto') return { cached, named: false, groups: defaultGroups(input, newsLike) };
  const groups = namedGroups(input, name);
  if (groups.length > 0) return { cached, named: true, groups };
  throw new AppError('invalid_argument', `There is no engine “${truncate(name, 40)}” here.`, {
    hint: `Use auto or one of ${engineNames(input).join(', ')}; or give a search template as JSON.`,
  });
}

/** What `engine` may be given. */
export function engineNames({ engines, hasSearxng }: PlanInput): readonly string[] {
  const usable = engines.filter((engine) => !needsKey(engine) || engine.key !== '').map(({ name }) => name);
  return [...(hasSearxng ? ['searxng'] : []), ...usable];
}

/** What the entries of PLAINSIGHT_SEARCH_LAYERS name that is not there, one sentence each. */
export function layerFaults(layers: readonly string[], engines: readonly Engine[]): readonly string[] {
  return layers.flatMap((entry) => {
    const [layer, name] = entry.split(':');
    const isKnown = name === undefined ? LAYERS.some((known) => known === layer) : isEngineOf(layer, name, engines);
    return isKnown ? [] : [`${truncate(entry, 60)} is neither a layer nor an engine of one`];
  });
}

/** Which engines SearXNG has, only it knows; an engine that waits for its key is there all the same. */
function isEngineOf(layer: string | undefined, name: string, engines: readonly Engine[]): boolean {
  if (layer === 'searxng') return true;
  if (layer === 'api') return engines.some((engine) => engine.name === name && needsKey(engine));
  return isEngineLayer(layer) && stationsOf(layer, engines).some(({ engine }) => engine.name === name);
}

/** Every station there is, for the table of engines. Keyed ones without a key are left out. */
export function allStations(engines: readonly Engine[]): readonly Station[] {
  return [...stationsOf('direct', engines), ...stationsOf('browser', engines), ...stationsOf('api', engines)];
}

function defaultGroups({ layers, engines, hasSearxng }: PlanInput, newsLike: boolean): Group[] {
  const groups: Group[] = [];
  const last: Station[] = [];
  for (const entry of layers) {
    const [layer, name] = entry.split(':');
    if (layer === 'searxng' && hasSearxng) {
      groups.push({
        type: 'searxng',
        retry: layers.includes('searxng-retry'),
        engines: name === undefined ? null : [name],
      });
    }
    if (!isEngineLayer(layer)) continue;
    const all = stationsOf(layer, engines).filter(({ engine }) => name === undefined || engine.name === name);
    const fit = all.filter(({ engine }) => newsLike || engine.template.role !== 'news' || name !== undefined);
    // An encyclopedia is no search of the web: whatever else may answer comes first.
    last.push(...fit.filter(({ engine }) => engine.template.role === 'knowledge'));
    const stations = fit.filter(({ engine }) => engine.template.role !== 'knowledge');
    const before = groups.at(-1);
    const goesOn = name !== undefined && before?.type === 'engines' && before.stations[0]?.layer === layer;
    if (goesOn) groups[groups.length - 1] = { type: 'engines', stations: [...before.stations, ...stations] };
    else if (stations.length > 0) groups.push({ type: 'engines', stations });
  }
  return last.length === 0 ? groups : [...groups, { type: 'engines', stations: last }];
}

function namedGroups({ engines, hasSearxng }: PlanInput, wanted: string): Group[] {
  const [first = '', name] = wanted.split(':');
  if (first === 'searxng') {
    return hasSearxng
      ? [{ type: 'searxng', retry: name === undefined, engines: name === undefined ? null : [name] }]
      : [];
  }
  const layers = isEngineLayer(first) ? [first] : (['direct', 'browser', 'api'] as const);
  const engine = isEngineLayer(first) ? name : first;
  return layers.flatMap((layer): Group[] => {
    const stations = stationsOf(layer, engines).filter(
      (station) => engine === undefined || station.engine.name === engine,
    );
    return stations.length === 0 ? [] : [{ type: 'engines', stations }];
  });
}

function stationsOf(layer: EngineLayer, engines: readonly Engine[]): Station[] {
  const station = (engine: Engine): Station => ({ label: `${layer}:${engine.name}`, layer, engine });
  switch (layer) {
    case 'direct':
      return engines.filter((engine) => !needsKey(engine)).map(station);
    case 'api':
      return engines.filter((engine) => needsKey(engine) && engine.key !== '').map(station);
    case 'browser': {
      const pages = engines.filter(({ template }) => template.kind === 'html' && template.request.method === 'GET');
      const place = ({ name }: Engine) => (BROWSER_ORDER.includes(name) ? BROWSER_ORDER.indexOf(name) : -1);
      const known = pages.filter(({ name, origin }) => origin !== 'shipped' || BROWSER_ORDER.includes(name));
      return known.sort((a, b) => place(a) - place(b)).map(station);
    }
  }
}

function isEngineLayer(name: string | undefined): name is EngineLayer {
  return name === 'direct' || name === 'browser' || name === 'api';
}

/** A template from the caller, who may have it from a page: it gets no cookies, no headers and no key. */
function inlineStation(text: string): Station {
  const raw = parseJson(text);
  if (raw === undefined) throw badTemplate('it is not valid JSON');
  try {
    const template = parseTemplate(raw);
    const { cookies, headers } = template.request;
    const carries = Object.keys(cookies).length > 0 || Object.keys(headers).length > 0;
    if (carries || (template.kind === 'json' && template.keyed))
      throw new Error('it may hold no cookies, headers or keys');
    return {
      label: `inline:${template.name}`,
      layer: 'direct',
      engine: { name: template.name, template, origin: 'caller', key: '' },
    };
  } catch (thrown) {
    throw badTemplate(thrown instanceof Error ? thrown.message : 'it has another form');
  }
}

function badTemplate(why: string): AppError {
  return new AppError('invalid_argument', `engine is not a search template that can be used: ${truncate(why, 300)}.`, {
    hint: 'Give the name of an engine, or a template with name, kind, request.url, results and fields.',
  });
}
