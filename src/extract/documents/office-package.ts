import { at, attribute, childElements, parseXml, textOf, type XmlElement } from './xml-tree.ts';
import type { Archive } from './zip.ts';

/** The parts of an Office Open XML file (ECMA-376 part 2), found by their relations. External ones are addresses only. */
export class OfficePackage {
  readonly archive: Archive;
  readonly #parts = new Map<string, XmlElement | null>();

  constructor(archive: Archive) {
    this.archive = archive;
  }

  /** A part as a tree; null where there is none. */
  part(name: string | undefined): XmlElement | null {
    if (name === undefined) return null;
    let part = this.#parts.get(name);
    if (part === undefined) {
      const source = this.archive.text(name);
      part = source === null ? null : (childElements(parseXml(source))[0] ?? null);
      this.#parts.set(name, part);
    }
    return part;
  }

  /** The relations of a part, by their id. */
  relations(part: string): Relations {
    const slash = part.lastIndexOf('/') + 1;
    const folder = part.slice(0, slash);
    const root = this.part(`${folder}_rels/${part.slice(slash)}.rels`);
    const relations = new Map<string, Relation>();
    for (const element of childElements(root ?? undefined, 'Relationship')) {
      const target = attribute(element, 'Target') ?? '';
      const isExternal = attribute(element, 'TargetMode') === 'External';
      const type = (attribute(element, 'Type') ?? '').replace(/^.*\//u, '');
      const address = isExternal ? target : resolvePart(folder, target);
      relations.set(attribute(element, 'Id') ?? '', { type, target: address, isExternal });
    }
    return relations;
  }

  facts() {
    const core = this.part('docProps/core.xml') ?? undefined;
    const fact = (name: string) => textOf(at(core, name)).trim() || null;
    return {
      title: fact('title') ?? '',
      author: fact('creator'),
      created: fact('created'),
      modified: fact('modified'),
      language: fact('language'),
    };
  }

  /** What is said of parts that are never opened. */
  notes(): string[] {
    const { names } = this.archive;
    const embedded = names.filter((name) => /\/embeddings\//u.test(name)).length;
    const media = names.filter((name) => /\/media\//u.test(name)).length;
    const notes: string[] = [];
    if (names.some((name) => /vbaProject\.bin$|\/macrosheets\//iu.test(name))) {
      notes.push('The file holds macros; they were not run.');
    }
    if (embedded > 0) notes.push(`Files embedded in it, not opened: ${embedded}.`);
    if (media > 0) notes.push(`Pictures and media in it, not read: ${media}.`);
    return notes;
  }
}

export interface Relation {
  /** The last part of its type: `hyperlink`, `slide`, `comments`, … */
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}
export type Relations = ReadonlyMap<string, Relation>;

/** The name of the first part that is related in this way. */
export function related(relations: Relations, type: string): string | undefined {
  for (const relation of relations.values()) if (relation.type === type && !relation.isExternal) return relation.target;
  return undefined;
}

/** Resolves `../media/x.png` against a folder; nothing leads out of the archive, whose names are all there is. */
export function resolvePart(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** Of two ways to say the same thing for new and old programs, the first. */
export function chosenOf(element: XmlElement): XmlElement[] {
  const choice = at(element, 'Choice');
  return childElements(choice ?? at(element, 'Fallback'));
}

/** On by being there, unless its value says otherwise (`w:val="0"`). */
export function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && !/^(?:0|false|off|none)$/u.test(attribute(element, 'val') ?? '');
}
