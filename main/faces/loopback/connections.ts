import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The most pending connections that have not proved to be our page's: per address, and in total. */
const mostOfAddress = 32;
const mostStrangers = 128;

/**
 * Keeps idle or slow connections of strangers from blocking the page: each new one replaces the oldest. Addresses alone
 * do not distinguish strangers on this computer, because any program may choose one of 127.0.0.0/8.
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
