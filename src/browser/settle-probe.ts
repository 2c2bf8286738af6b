/** What the probe saw when the document had been quiet, or when its time was over. */
export interface ProbeFacts {
  /** Milliseconds until the last finite animation or transition that is under way ends; 0 for none. */
  readonly animationMs: number;
  /** Characters of text in the body, as far as counted (up to 400). */
  readonly text: number;
  /** Something could still change the page by itself: scripts, handlers in attributes, frames. */
  readonly scripted: boolean;
  /** The whole page is kept invisible (opacity, visibility, display): an anti-flicker snippet at work. */
  readonly concealed: boolean;
  readonly quiet: boolean;
}

export interface ProbeWish {
  /** The document counts as quiet when nothing changed for so long. */
  readonly quietMs: number;
  /** Answer after this at the latest. */
  readonly capMs: number;
  /** Count changes of attributes too, not only of text and elements. */
  readonly attributes: boolean;
}

/**
 * A script for an isolated world: resolves when the document has not changed for a while, with facts about it. It
 * only looks: a MutationObserver of this world, computed styles, the list of animations. Text is counted up to 400
 * characters, since all that matters is whether there is nearly none. Endless animations are not waited for.
 */
export function probeScript(wish: ProbeWish): string {
  return `(${PROBE})(${JSON.stringify(wish)})`;
}

export function readProbe(value: unknown): ProbeFacts | null {
  if (typeof value !== 'object' || value === null) return null;
  const { animationMs, text, scripted, concealed, quiet } = value as Record<string, unknown>; // seam: our own script
  return {
    animationMs: Number(animationMs) || 0,
    text: Number(text) || 0,
    scripted: scripted === true,
    concealed: concealed === true,
    quiet: quiet === true,
  };
}

// Text and not a function: what runs in the page's process must not depend on how this file is compiled.
const PROBE = `(wish) => {
  const start = performance.now();
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
  const animationMs = () => {
    let longest = 0;
    for (const animation of document.getAnimations().slice(0, 500)) {
      if (animation.playState !== 'running') continue;
      const end = animation.effect ? Number(animation.effect.getComputedTiming().endTime) : 0;
      const left = (end - Number(animation.currentTime || 0)) / (Math.abs(animation.playbackRate) || 1);
      if (Number.isFinite(left)) longest = Math.max(longest, left);
    }
    return longest;
  };
  const mayChange = () => {
    if (document.scripts.length > 0 || document.querySelector('iframe,frame,object,embed')) return true;
    const handler = '//@*[starts-with(name(),"on")]';
    return document.evaluate(handler, document, null, XPathResult.ANY_UNORDERED_NODE_TYPE, null).singleNodeValue !== null;
  };
  return new Promise((resolve) => {
    let timer;
    const finish = (quiet) => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(cap);
      resolve({
        quiet,
        text: countText(),
        animationMs: animationMs(),
        scripted: mayChange(),
        concealed: [document.documentElement, document.body].some(isConcealed),
      });
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(finish, wish.quietMs, true);
    };
    const observer = new MutationObserver(() => {
      if (performance.now() - start < wish.capMs) wait();
    });
    const cap = setTimeout(finish, wish.capMs, false);
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: wish.attributes });
    wait();
  });
}`;
