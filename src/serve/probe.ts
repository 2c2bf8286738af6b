import { connect, createServer } from 'node:net';

export type PortState = 'free' | 'taken' | 'not allowed' | 'no such address';

/** Whether a server could listen there, by listening for a moment. */
export function portState(host: string, port: number): Promise<PortState> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => {
      const code = 'code' in error ? error.code : '';
      if (code === 'EADDRINUSE') resolve('taken');
      else resolve(code === 'EACCES' ? 'not allowed' : 'no such address');
    });
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve('free')));
  });
}

const CONNECT_TIMEOUT_MS = 3_000;

/** Whether something answers at an address that the operator configured. */
export function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
