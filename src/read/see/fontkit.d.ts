/** The part of fontkit that is used here; it brings no types of its own. */
declare module 'fontkit' {
  export interface PathCommand {
    readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
    readonly args: readonly number[];
  }
  export interface Glyph {
    readonly id: number;
    readonly name: string | null;
    readonly path: { readonly commands: readonly PathCommand[] };
  }
  export interface Font {
    readonly postscriptName: string | null;
    readonly familyName: string | null;
    readonly directory?: { readonly tables: Readonly<Record<string, unknown>> };
    readonly fonts?: readonly Font[];
    hasGlyphForCodePoint(point: number): boolean;
    glyphForCodePoint(point: number): Glyph;
  }
  export function create(bytes: Uint8Array): Font;
}
