// css-tree publishes its tokenizer as a module of its own, but its types describe only the whole package, whose
// import costs ten times as much.
declare module 'css-tree/tokenizer' {
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
}
