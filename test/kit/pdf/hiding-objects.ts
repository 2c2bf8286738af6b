import { PLAIN, page, SECRET } from './hiding.ts';
import { line, literal } from './write-pdf.ts';

// What is only found in the objects of a file: layers of notes, and text in patterns.

const LAYER = '<< /Type /OCG /Name (Layer) >>';
const LAYERS = (config: string) => `/OCProperties << /OCGs [@layer @other] /D << /Order [@layer] ${config} >> >>`;

/** A note of a layer, which the configuration puts on or off; in the list of the page itself when it is `inline`. */
export const layeredNote = (
  config: string,
  { content = '@layer', layer: group = LAYER, member = LAYER, inline = false } = {},
) => {
  const note = `<< /Type /Annot /Rect [0 0 612 792] /Subtype /FreeText /F 4 /OC ${content} /Contents ${literal(SECRET)} /AP << /N @look >> >>`;
  return page(
    '',
    { entries: `/Annots [${inline ? note : '@note'}]` },
    {
      catalog: LAYERS(config),
      objects: {
        layer: group,
        other: '<< /Type /OCG /Name (Other \\) layer) >>',
        member,
        note,
        look: {
          entries: '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 @helvetica >> >>',
          data: PLAIN,
        },
      },
    },
  );
};
const membershipOf = (entries: string) => ({ content: '@member', member: `<< /Type /OCMD ${entries} >>` });
const forViewing = (state: string) => ({
  layer: `<< /Type /OCG /Name (Layer) /Usage << /View << /ViewState /${state} >> >> >>`,
});
const BY_USE = '/ON [@layer] /AS [<< /Event /View /Category [/View] /OCGs [@layer] >>]';

/** Ways in which a note's layer can be off, each with one in which it is on. */
export const NOTE_LAYERS: ReadonlyArray<readonly [name: string, off: Buffer, on: Buffer]> = [
  ['layer-of-note', layeredNote('/OFF [@layer]'), layeredNote('/OFF [@other]')],
  ['layer-of-note-base', layeredNote('/BaseState /OFF'), layeredNote('/BaseState /OFF /ON [@layer]')],
  [
    'layer-of-note-inline',
    layeredNote('/OFF [@layer]', { inline: true }),
    layeredNote('/ON [@layer]', { inline: true }),
  ],
  ['layer-of-note-use', layeredNote(BY_USE, forViewing('OFF')), layeredNote(BY_USE, forViewing('ON'))],
  [
    'layer-of-note-all',
    layeredNote('/OFF [@other]', membershipOf('/OCGs [@layer @other] /P /AllOn')),
    layeredNote('/OFF [@other]', membershipOf('/OCGs [@layer @other]')),
  ],
  [
    'layer-of-note-condition',
    layeredNote('/OFF [@other]', membershipOf('/VE [/And @layer [/Or @other]]')),
    layeredNote('/OFF [@other]', membershipOf('/VE [/And @layer [/Not @other]]')),
  ],
];

/** A page that is painted with tiles of text, or of what else is given. */
export const tiled = (tile: string, { paint = '/P scn 72 300 400 200 re f', kind = 1 } = {}) =>
  page(
    `q /CS cs ${paint} Q`,
    { resources: '/ColorSpace << /CS /Pattern >> /Pattern << /P @tile >> /XObject << /X @form >>' },
    {
      objects: {
        tile: {
          entries: `/Type /Pattern /PatternType 1 /PaintType ${kind} /TilingType 1 /BBox [0 0 600 40] /XStep 600 /YStep 40 /Resources << /Font << /F1 @helvetica >> /XObject << /X @form >> >>`,
          data: tile,
          compress: true,
        },
        form: {
          entries: '/Type /XObject /Subtype /Form /BBox [0 0 600 40] /Resources << /Font << /F1 @helvetica >> >>',
          data: line(SECRET, 2, 10),
        },
      },
    },
  );
