import { truncate } from '../../../base/text.ts';
import type { Removed } from '../xray.ts';
import { KINDS } from './kinds.ts';
import { shown } from './shown.ts';

/** Longer texts are folded behind their beginning. */
const SHORT = 240;

/** All removals by kind; a number in a full frame leads to the place, one in a dashed frame has none. */
export function removedList(removed: readonly Removed[]): string {
  if (removed.length === 0) return '<p class="none">Nothing: the model gets all there is.</p>';
  const numbered = removed.map((each, index) => ({ each, number: index + 1 }));
  return KINDS.map(({ kind, name, about }) => {
    const own = numbered.filter(({ each }) => each.kind === kind);
    if (own.length === 0) return '';
    const items = own.map(({ each, number }) => item(each, number)).join('');
    return `<h3 class="${kind}">${name} <small>${about}</small></h3><ol>${items}</ol>`;
  }).join('');
}

function item({ kind, reason, text, location, boxes }: Removed, number: number): string {
  const mark =
    boxes.length === 0
      ? `<span class="nr" title="It has no place on the page">${number}</span>`
      : `<a href="#box-${number}" title="Show where it stands">${number}</a>`;
  const why = [reason, location, ...(boxes.length === 0 ? ['no place on the page'] : [])].filter((part) => part !== '');
  return `<li class="${kind}" id="item-${number}">${mark}<div><p dir="auto">${words(text)}</p><p class="why">${shown(why.join(' · '))}</p></div></li>`;
}

function words(text: string): string {
  if (text.length <= SHORT) return shown(text);
  return `${shown(truncate(text, SHORT))}</p><details><summary>All ${text.length.toLocaleString('en-US')} characters</summary>${shown(text)}</details><p>`;
}
