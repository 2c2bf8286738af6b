/** Words whose loss or change turns a sentence around. A table of data. */

/** Folded as tokens are; characters of scripts without blanks stand alone. */
const NEGATIONS: ReadonlySet<string> = new Set(
  (
    'not no never none nobody nothing neither nor cannot without hardly scarcely barely unless except ' +
    'nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder kaum ' +
    'ne pas jamais sans aucun aucune rien non ni nunca sin nada nadie ningún ninguno ninguna jamás ' +
    'não nunca sem nenhum nenhuma mai senza nessuno niente né niet geen nooit zonder ' +
    'не нет ни без никогда nie bez nigdy ikke ingen aldrig inte aldrig utan ei değil yok bukan tidak ' +
    '不 没 沒 无 無 未 非 勿 莫 ない ぬ 안 않 لا ليس لم لن غير לא אין नहीं'
  ).split(' '),
);

export function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || word.endsWith("n't");
}

const PREFIXED =
  /^(?:(?:[YZEPTGMkhdcmµμnpf]|da|[KMGT]i)?(?:m|g|s|A|K|mol|Hz|N|Pa|J|W|C|V|F|S|T|H|Bq|Gy|Sv|l|L|b|B|bit|eV|cal|Wh|Ah|bps|Bps|t|M|k|bn)[²³23]?|[KMGT])$/u;

/** Units of which capitals are a part: 5 mW is not 5 MW. Takes the word as it is written. */
export function isUnit(word: string): boolean {
  return PREFIXED.test(word);
}
