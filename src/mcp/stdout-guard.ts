import { Writable } from 'node:stream';

/** The parts of a process that the guard needs. */
export interface ProcessStreams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/**
 * Reserves stdout for the protocol. From here on whatever is printed (`console.log` of a library, a progress bar, a
 * warning) goes to stderr; only what is written to the returned stream reaches the real stdout. Call it before
 * anything else is loaded. A single stray line would end the session of most clients.
 */
export function reserveStdout({ stdout, stderr }: ProcessStreams): Writable {
  const write = stdout.write.bind(stdout);
  const protocol = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, encoding, done) => {
      if (typeof chunk === 'string') write(chunk, encoding, done);
      else write(chunk, done);
    },
  });
  // The other end may close at any time; the transport listens for it.
  stdout.on('error', (error) => protocol.destroy(error));
  stdout.write = stderr.write.bind(stderr);
  return protocol;
}
