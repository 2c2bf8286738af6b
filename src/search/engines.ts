import bing from './engines/bing.json' with { type: 'json' };
import bingNews from './engines/bing-news.json' with { type: 'json' };
import brave from './engines/brave.json' with { type: 'json' };
import braveApi from './engines/brave-api.json' with { type: 'json' };
import duckduckgo from './engines/duckduckgo.json' with { type: 'json' };
import duckduckgoLite from './engines/duckduckgo-lite.json' with { type: 'json' };
import exa from './engines/exa.json' with { type: 'json' };
import google from './engines/google.json' with { type: 'json' };
import kagi from './engines/kagi.json' with { type: 'json' };
import marginalia from './engines/marginalia.json' with { type: 'json' };
import mojeek from './engines/mojeek.json' with { type: 'json' };
import mojeekNews from './engines/mojeek-news.json' with { type: 'json' };
import serper from './engines/serper.json' with { type: 'json' };
import startpage from './engines/startpage.json' with { type: 'json' };
import tavily from './engines/tavily.json' with { type: 'json' };
import wikipedia from './engines/wikipedia.json' with { type: 'json' };
import { type EngineTemplate, parseTemplate } from './template.ts';

/** Who chose the template: that decides what its requests may reach and carry. */
export type Origin = 'shipped' | 'operator' | 'caller';

export interface Engine {
  readonly name: string;
  readonly template: EngineTemplate;
  readonly origin: Origin;
  /** Empty for engines that ask for none. */
  readonly key: string;
}

/** In the order in which they are asked. A new engine is one file and one line here. */
const SHIPPED: readonly unknown[] = [
  bingNews,
  mojeekNews,
  duckduckgo,
  duckduckgoLite,
  mojeek,
  brave,
  startpage,
  bing,
  google,
  marginalia,
  wikipedia,
  braveApi,
  exa,
  tavily,
  serper,
  kagi,
];

/** In a browser first what answers there most readily; the light pages gain nothing from one and come last. */
export const BROWSER_ORDER: readonly string[] = [
  'startpage',
  'brave',
  'duckduckgo',
  'bing',
  'google',
  'mojeek',
  'duckduckgo-lite',
];

/** The engines that come with Plainsight, keyed ones with the key at hand. */
export function shippedEngines(keys: Readonly<Record<string, string>>): readonly Engine[] {
  return SHIPPED.map((raw) => {
    const template = parseTemplate(raw);
    return { name: template.name, template, origin: 'shipped', key: keys[template.name] ?? '' };
  });
}

export function needsKey({ template }: Engine): boolean {
  return template.kind === 'json' && template.keyed;
}
