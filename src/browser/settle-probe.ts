/** What the probe saw when the document had been quiet, or when its time was over. */
export interface ProbeFacts {
  /** Milliseconds until the last finite animation or transition of text that is under way ends; 0 for none. */
  readonly animationMs: number;
  /** Characters of text in the body, as far as counted (up to 400). */
  readonly text: number;
  /** Something could still change the page by itself: scripts, handlers in attributes, frames. */
  readonly scripted: boolean;
  /** Timers, frames of animation and idle callbacks that the page's scripts have asked for so far. */
  readonly scheduled: number;
  /** Elements of the document, without those in shadow roots and frames. */
  readonly elements: number;
  readonly frames: number;
  /** The whole page is kept invisible (opacity, visibility, display): an anti-flicker snippet at work. */
  readonly concealed: boolean;
  readonly quiet: boolean;
}

export interface ProbeWish {
  /** The document counts as quiet when nothing changed for so long. */
  readonly quietMs: number;
  /** … or not in so many frames of the screen, where these pass sooner; 0 goes by time alone. */
  readonly quietFrames: number;
  /** Answer after this at the latest. */
  readonly capMs: number;
  /** Count changes of attributes too, not only of text and elements. */
  readonly attributes: boolean;
  /** Nothing is waited for in a page that nothing could change by itself. */
  readonly ifScripted: boolean;
}

/**
 * A script for an isolated world: resolves when the document has not changed for a while, with facts about it. It
 * only looks: a MutationObserver of this world over the document and its open shadow roots; computed styles; the list of animations. Numbers of timers are dealt out to all worlds of a document in one row, so
 * that those which are not ours tell whether the page's scripts have put anything off. Text is counted up to 400
 * characters, since all that matters is whether there is nearly none. Endless animations are not waited for.
 */
export function probeScript(wish: ProbeWish): string {
  return `(${PROBE})(${JSON.stringify(wish)})`;
}

export function readProbe(value: unknown): ProbeFacts | null {
  if (typeof value !== 'object' || value === null) return null;
  const facts = value as Record<string, unknown>; // seam: our own script
  return {
    animationMs: Number(facts.animationMs) || 0,
    text: Number(facts.text) || 0,
    scheduled: Number(facts.scheduled) || 0,
    elements: Number(facts.elements) || 0,
    frames: Number(facts.frames) || 0,
    scripted: facts.scripted === true,
    concealed: facts.concealed === true,
    quiet: facts.quiet === true,
  };
}

/** Elements from which nothing is asked that makes the browser lay out the page. */
const HUGE = 150_000;

// Text and not a function: what runs in the page's process must not depend on how this file is compiled.
const PROBE = `(wish) => {
  const start = performance.now();
  const ours = globalThis.ours ??= { timers: 0, frames: 0, idle: 0, last: [0, 0, 0] };
  const later = (work, ms, ...input) => {
    ours.timers++;
    return ours.last[0] = setTimeout(work, ms, ...input);
  };
  const nextFrame = (work) => {
    ours.frames++;
    return ours.last[1] = requestAnimationFrame(work);
  };
  const scheduled = () => {
    clearTimeout(later(() => {}, 0));
    cancelAnimationFrame(nextFrame(() => {}));
    cancelIdleCallback(ours.last[2] = requestIdleCallback(() => {}));
    ours.idle++;
    const [timers, frames, idle] = ours.last;
    return Math.max(0, timers - ours.timers) + Math.max(0, frames - ours.frames) + Math.max(0, idle - ours.idle);
  };
  const countText = () => {
    if (!document.body) return 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let text = 0;
    for (let steps = 0; steps < 5000 && text < 400; steps++) {
      const node = walker.nextNode();
      if (!node) break;
      const parent = node.parentElement ? node.parentElement.localName : '';
      if (parent !== 'script' && parent !== 'style' && parent !== 'noscript') text += node.nodeValue.trim().length;
    }
    return text;
  };
  const isConcealed = (element) => {
    if (!element) return false;
    const { opacity, visibility, display } = getComputedStyle(element);
    return Number(opacity) < 0.05 || visibility === 'hidden' || display === 'none';
  };
  const holdsText = (element) => {
    if (!element) return false;
    if (element.localName === 'svg' || element.shadowRoot) return true;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let steps = 0; steps < 300; steps++) {
      const node = walker.nextNode();
      if (!node) return false;
      if (node.nodeValue.trim() !== '') return true;
    }
    return true;
  };
  const animationMs = () => {
    let longest = 0;
    for (const animation of document.getAnimations().slice(0, 500)) {
      if (animation.playState !== 'running' || !animation.effect) continue;
      const end = Number(animation.effect.getComputedTiming().endTime);
      const left = (end - Number(animation.currentTime || 0)) / (Math.abs(animation.playbackRate) || 1);
      if (Number.isFinite(left) && left > longest && holdsText(animation.effect.target)) longest = left;
    }
    return longest;
  };
  const mayChange = () => {
    if (document.scripts.length > 0 || document.querySelector('iframe,frame,object,embed')) return true;
    const handler = '//@*[starts-with(name(),"on")]';
    return document.evaluate(handler, document, null, XPathResult.ANY_UNORDERED_NODE_TYPE, null).singleNodeValue !== null;
  };
  const roots = (root, found) => {
    found.push(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let steps = 0; steps < 20000 && found.length < 200 && walker.nextNode(); steps++) {
      if (walker.currentNode.shadowRoot) roots(walker.currentNode.shadowRoot, found);
    }
    return found;
  };
  return new Promise((resolve) => {
    let timer;
    let frame;
    const finish = (quiet) => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(cap);
      cancelAnimationFrame(frame);
      const elements = document.getElementsByTagName('*').length;
      // To look closer would hold up a page that is too large to be looked at anyway.
      const isHuge = elements > ${HUGE};
      resolve({
        quiet,
        text: countText(),
        animationMs: isHuge ? 0 : animationMs(),
        scripted: isHuge || mayChange(),
        scheduled: scheduled(),
        elements,
        frames: document.querySelectorAll('iframe,frame,object,embed').length,
        concealed: !isHuge && [document.documentElement, document.body].some(isConcealed),
      });
    };
    const wait = () => {
      clearTimeout(timer);
      timer = later(finish, wish.quietMs, true);
      if (wish.quietFrames > 0) afterFrames(wish.quietFrames);
    };
    const afterFrames = (left) => {
      cancelAnimationFrame(frame);
      frame = nextFrame(() => left > 1 ? afterFrames(left - 1) : finish(true));
    };
    const observer = new MutationObserver(() => {
      if (performance.now() - start < wish.capMs) wait();
    });
    const cap = later(finish, wish.capMs, false);
    if (wish.ifScripted && document.getElementsByTagName('*').length <= ${HUGE} && !mayChange()) return finish(true);
    const watched = { subtree: true, childList: true, characterData: true, attributes: wish.attributes };
    for (const root of roots(document, [])) observer.observe(root, watched);
    wait();
  });
}`;
