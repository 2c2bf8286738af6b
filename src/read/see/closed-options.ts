import type { Classified } from '../../visibility/rendered/classified.ts';
import type { SnapshotDocument } from '../../visibility/rendered/snapshot.ts';
import { askFrame } from './ask-frame.ts';
import type { StandingPage } from './standing-page.ts';

const MAX_OPTIONS = 5_000;

/**
 * Choices of a closed list have no boxes, and captures hold styles of boxes only: says why each would not be seen in the
 * open list. In tree order, without components; null for choices that would.
 */
const SCRIPT = `(()=>{
const rgb=(c)=>{const m=/^rgba?\\(([\\d.]+), ([\\d.]+), ([\\d.]+)(?:, ([\\d.]+))?\\)$/.exec(c);return m?[+m[1],+m[2],+m[3],m[4]===undefined?1:+m[4]]:null};
const ground=(e)=>{for(let n=e;n;n=n.parentElement){const c=rgb(getComputedStyle(n).backgroundColor);if(c===null)return null;if(c[3]>.5)return c}return [255,255,255,1]};
const why=(o)=>{const s=getComputedStyle(o);
for(let n=o;n&&n.localName!=='select';n=n.parentElement)if(getComputedStyle(n).display==='none')return 'display:none';
if(s.visibility!=='visible')return 'visibility:'+s.visibility;
if(parseFloat(s.fontSize)<4)return 'font-size under 4px';
if(+s.opacity<.05)return 'opacity close to 0';
const ink=rgb(s.color),under=ground(o);
if(ink===null||under===null)return null;
if(ink[3]<.1)return 'transparent text';
return Math.hypot(ink[0]-under[0],ink[1]-under[1],ink[2]-under[2])<40?'same colour as its background':null};
return [...document.getElementsByTagName('option')].slice(0,${MAX_OPTIONS}).map(why)})()`;

/** Choices that would not be seen in their open list either are hidden, not collapsed. Changes their verdicts. */
export async function judgeClosedOptions(held: StandingPage, classified: Classified): Promise<void> {
  const closed = classified.verdicts.filter(({ kind, collapsed }) => kind === 'option' && collapsed);
  if (closed.length === 0) return;
  const frames = new Map<string, readonly (string | null)[]>();
  for (const [session, models] of classified.models.entries()) {
    for (const [document, { document: captured }] of models.entries()) {
      const own = closed.filter((each) => each.session === session && each.document === document);
      if (own.length === 0) continue;
      const frameId = captured.string(captured.raw.frameId);
      const reasons = frames.get(frameId) ?? (await reasonsIn(held, frameId));
      frames.set(frameId, reasons);
      let index = 0;
      const byNode = new Map<number, string | null | undefined>();
      for (let node = 0; node < captured.nodeCount; node++) {
        if (captured.nodeName(node) === 'OPTION' && !isInShadow(captured, node)) byNode.set(node, reasons[index++]);
      }
      for (const verdict of own) {
        const reason = byNode.get(verdict.node);
        if (!reason) continue;
        verdict.collapsed = false;
        verdict.reason = reason;
      }
    }
  }
}

function isInShadow(document: SnapshotDocument, node: number): boolean {
  for (let up = node; up >= 0; up = document.parentNode(up)) if (document.shadowOf(up) !== null) return true;
  return false;
}

/** Empty where the frame does not answer: its choices stay behind their control. */
async function reasonsIn(held: StandingPage, frameId: string): Promise<readonly (string | null)[]> {
  const frame = held.frames.find((each) => each.frameId === frameId);
  if (!frame) return [];
  const reasons = await askFrame(frame, SCRIPT);
  return Array.isArray(reasons) ? reasons.map((reason) => (typeof reason === 'string' ? reason : null)) : [];
}
