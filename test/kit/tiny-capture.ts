import { CAPTURED_STYLES, type Capture, type StyleName } from '../../src/visibility/rendered/capture.ts';

type Numbers = [x: number, y: number, width: number, height: number];

/** One element of a page that exists only as a browser would describe it. */
export interface TinyElement {
  readonly tag: string;
  readonly box?: Numbers;
  readonly style?: Partial<Record<StyleName, string>>;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly paint?: number;
  readonly scroll?: Numbers;
  readonly children?: readonly (TinyElement | TinyText)[];
}

/** One text on one or more lines; `lines` are where they stand and which characters they hold. */
export interface TinyText {
  readonly text: string;
  readonly lines?: readonly { readonly at: Numbers; readonly from: number; readonly length: number }[];
  readonly paint?: number;
}

const DEFAULTS: Partial<Record<StyleName, string>> = {
  display: 'block',
  visibility: 'visible',
  opacity: '1',
  'font-size': '16px',
  color: 'rgb(0, 0, 0)',
  '-webkit-text-fill-color': 'rgb(0, 0, 0)',
  'background-color': 'rgba(0, 0, 0, 0)',
  'background-image': 'none',
  'overflow-x': 'visible',
  'overflow-y': 'visible',
  position: 'static',
  'mix-blend-mode': 'normal',
};

/** A capture of `html > body > …` on a screen of 1280 by 800, as Chrome would give it. */
export function tinyCapture(children: readonly (TinyElement | TinyText)[], height = 800): Capture {
  const strings: string[] = [];
  const string = (text: string) => {
    const known = strings.indexOf(text);
    return known >= 0 ? known : strings.push(text) - 1;
  };
  const nodes = {
    parentIndex: [-1] as number[],
    nodeType: [9] as number[],
    nodeName: [string('#document')] as number[],
    nodeValue: [-1] as number[],
    backendNodeId: [1] as number[],
    attributes: [[]] as number[][],
  };
  const layout = {
    nodeIndex: [0] as number[],
    styles: [[]] as number[][],
    bounds: [[0, 0, 1280, height]] as number[][],
    text: [-1] as number[],
    paintOrders: [0] as number[],
    offsetRects: [[]] as number[][],
    scrollRects: [[]] as number[][],
    clientRects: [[]] as number[][],
  };
  const textBoxes = {
    layoutIndex: [] as number[],
    bounds: [] as number[][],
    start: [] as number[],
    length: [] as number[],
  };
  const node = (parent: number, type: number, name: string, value: string, attributes: Record<string, string>) => {
    nodes.parentIndex.push(parent);
    nodes.nodeType.push(type);
    nodes.nodeName.push(string(name));
    nodes.nodeValue.push(string(value));
    nodes.attributes.push(Object.entries(attributes).flatMap(([key, text]) => [string(key), string(text)]));
    return nodes.backendNodeId.push(nodes.nodeType.length) - 1;
  };
  const add = (item: TinyElement | TinyText, parent: number, inherited: Partial<Record<StyleName, string>>) => {
    if ('text' in item) {
      const index = node(parent, 3, '#text', item.text, {});
      const [first] = item.lines ?? [];
      if (!first) return;
      const box = layout.nodeIndex.push(index) - 1;
      layout.styles.push(CAPTURED_STYLES.map((name) => string(inherited[name] ?? '')));
      layout.bounds.push(first.at);
      layout.text.push(string(item.text));
      layout.paintOrders.push(item.paint ?? 1);
      for (const rects of [layout.offsetRects, layout.scrollRects, layout.clientRects]) rects.push([]);
      for (const line of item.lines ?? []) {
        textBoxes.layoutIndex.push(box);
        textBoxes.bounds.push(line.at);
        textBoxes.start.push(line.from);
        textBoxes.length.push(line.length);
      }
      return;
    }
    const index = node(parent, 1, item.tag, '', { ...item.attributes });
    const style = { ...DEFAULTS, ...item.style };
    if (item.box) {
      const [, , width, heightOfBox] = item.box;
      layout.nodeIndex.push(index);
      layout.styles.push(CAPTURED_STYLES.map((name) => string(style[name] ?? '')));
      layout.bounds.push(item.box);
      layout.text.push(-1);
      layout.paintOrders.push(item.paint ?? 1);
      layout.offsetRects.push([0, 0, width, heightOfBox]);
      layout.clientRects.push([0, 0, width, item.tag === 'HTML' ? 800 : heightOfBox]);
      layout.scrollRects.push(item.scroll ?? [0, 0, width, heightOfBox]);
    }
    for (const child of item.children ?? []) add(child, index, style);
  };
  const body: TinyElement = { tag: 'BODY', box: [0, 0, 1280, height], paint: 0, children };
  add({ tag: 'HTML', box: [0, 0, 1280, height], paint: 0, children: [body] }, 0, DEFAULTS);
  const url = string('http://site.test/');
  const page = { contentWidth: 1280, contentHeight: height, scrollOffsetX: 0, scrollOffsetY: 0 };
  const document = { frameId: string('F'), documentURL: url, nodes, layout, textBoxes, ...page };
  return { documents: [document], strings, styleNames: [...CAPTURED_STYLES] };
}

/** A text on one line. */
export function line(text: string, x: number, y: number, width = text.length * 8, paint = 1): TinyText {
  return { text, paint, lines: [{ at: [x, y, width, 18], from: 0, length: text.length }] };
}
