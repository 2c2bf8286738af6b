/** Something on the command line is wrong. Exit code 2; the message is for a person. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The command whose help is worth reading; empty for the whole. */
  readonly command: string;

  constructor(message: string, command = '') {
    super(message);
    this.command = command;
  }
}
