declare module 'snowball-stemmers' {
  /** The part that is used; the package has no types of its own. */
  const snowball: { newStemmer(algorithm: string): { stem(word: string): string } };
  export default snowball;
}
