import type { HtmlElement } from '../../html/tree.ts';

/** Class names that carry a language, by the conventions of HTML, Prism, highlight.js, GitHub, Pandoc, SyntaxHighlighter. */
const NAMED = /(?:^|\s)(?:language|lang|highlight-source|src|highlight-text|brush)[-:]\s*([\w+#.-]{1,30})/iu;
const BRUSH = /(?:^|\s)brush:\s*([\w+#.-]{1,30})/iu;
const DATA_ATTRIBUTES = [
  'data-lang',
  'data-language',
  'data-code-lang',
  'data-code-language',
  'data-enlighter-language',
  'data-syntax',
  'language',
  'lang',
];
/** Classes beside which a bare word names the language (`hljs python`, `sourceCode python`, `highlight js`, …). */
const COMPANION =
  /(?:^|\s)(?:hljs|sourceCode|prettyprint|highlight|codehilite|syntaxhighlighter|code|example|src|listing|prism-code|crayon\S*)(?=$|\s)/iu;
const KNOWN: ReadonlySet<string> = new Set(
  `abap actionscript ada apache apl applescript arduino asm assembly awk bash basic bat batch bibtex c c# c++ clojure cmake cobol
  coffeescript coffee console cpp cs csharp css csv cuda cypher d dart delphi diff docker dockerfile dos elixir elm erlang f# fish
  fortran fsharp gherkin git gleam glsl go golang gradle graphql groovy haml handlebars haskell hcl hlsl hs html http ini java
  javascript js json json5 jsonc jsonnet jsx julia kotlin kt latex less liquid lisp llvm lua makefile markdown mathematica matlab md
  mermaid nginx nim nix objc objective-c objectivec ocaml octave pascal patch perl php pl plsql postgres postgresql powershell prolog
  promql properties proto protobuf ps1 puppet purescript py py3 python python3 pycon qml r racket rb reason rego rst ruby rs rust sas
  sass scala scheme scss sh shell shell-session solidity sparql sql stata svelte svg swift systemverilog tcl terraform tex tf toml ts
  tsx twig typescript typst v vb vba vbnet verilog vhdl vim viml vue wasm wgsl xml xquery xsl yaml yml zig zsh`.split(
    /\s+/u,
  ),
);
const NONE =
  /^(?:none|plain|plaintext|plain-text|text|txt|default|nohighlight|no-highlight|unknown|auto|output|undefined|null|notranslate)$/iu;
const MAX_ANCESTORS = 4;

/**
 * The language of a code block, lower case, empty when the page does not say: asked of the code element, its `pre`
 * and the wrappers right around it.
 */
export function codeLanguage(code: HtmlElement, pre: HtmlElement): string {
  for (const element of candidates(code, pre)) {
    const language = languageOf(element);
    if (language !== null) return NONE.test(language) ? '' : language;
  }
  return '';
}

function* candidates(code: HtmlElement, pre: HtmlElement): Generator<HtmlElement> {
  yield code;
  if (code !== pre) yield pre;
  let parent = pre.parent;
  for (let i = 0; i < MAX_ANCESTORS && parent?.type === 'element'; i++) {
    if (parent.tag === 'body' || parent.tag === 'article' || parent.tag === 'main') return;
    // A wrapper with more than this block in it speaks for the page, not for the block.
    if (parent.children.filter((child) => child.type === 'element').length > 4) return;
    yield parent;
    parent = parent.parent;
  }
}

function languageOf(element: HtmlElement): string | null {
  const value = element.attributes.get('class') ?? '';
  const named = BRUSH.exec(value)?.[1] ?? NAMED.exec(value)?.[1];
  if (named) return tidy(named);
  const isCode = element.tag === 'code' || element.tag === 'pre';
  for (const name of DATA_ATTRIBUTES) {
    // `lang` means a human language anywhere but on these two, and even there only known names are believed.
    if (name === 'lang' && !isCode) continue;
    const data = element.attributes.get(name)?.trim();
    if (!data || !/^[\w+#.-]{1,30}$/u.test(data)) continue;
    if ((name === 'lang' || name === 'language') && !KNOWN.has(data.toLowerCase())) continue;
    return tidy(data);
  }
  if (value === '' || !(isCode || COMPANION.test(value))) return null;
  const word = value.split(/[\s.]+/u).find((name) => KNOWN.has(name.toLowerCase()));
  return word ? tidy(word) : null;
}

function tidy(language: string): string {
  const lower = language.toLowerCase().replace(/^(?:source|text)[.-]/u, '');
  if (lower.startsWith('html')) return 'html';
  return lower.replace(/[.-]+$/u, '');
}
