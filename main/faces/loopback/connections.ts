import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What may wait at once in which nobody has proved to be our page: of one address, and in all. */
const mostOfAddress = 32;
const mostStrangers = 128;

/**
 * Keeps connections of strangers, idle or slow, from keeping the page out: the oldest of them gives way to each new one. Addresses alone
 * do not tell strangers apart on this computer, since any program may choose one of 127.0.0.0/8.
 */
export class Connections {
  readonly #strangers = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** This connection carried a request of our page. */
  trust(socket: Socket): void {
    this.#strangers.delete(socket);
  }

  #add(socket: Socket): void {
    const ofAddress = [...this.#strangers].filter(
      ({ remoteAddress }) => remoteAddress === socket.remoteAddress,
    );
    if (ofAddress.length >= mostOfAddress) this.#end(ofAddress[0]);
    else if (this.#strangers.size >= mostStrangers) this.#end([...this.#strangers][0]);
    this.#strangers.add(socket);
    socket.on('close', () => this.#strangers.delete(socket));
  }

  #end(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.#strangers.delete(socket);
    socket.destroy();
  }
}
