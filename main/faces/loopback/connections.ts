import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The most pending connections that have not proved to be our page's: per address, and in total. */
const mostOfAddress = 32;
const mostOthers = 128;

/**
 * Keeps idle or slow connections of strangers from blocking the page: each new one replaces the oldest. Addresses alone
 * do not distinguish strangers on this computer, because any program may choose one of 127.0.0.0/8.
 */
export class Connections {
  readonly #others = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** This connection carried a request of our page. */
  trust(socket: Socket): void {
    this.#others.delete(socket);
  }

  #add(socket: Socket): void {
    const ofAddress = [...this.#others].filter(({ remoteAddress }) => remoteAddress === socket.remoteAddress);
    if (ofAddress.length >= mostOfAddress) this.#end(ofAddress[0]);
    else if (this.#others.size >= mostOthers) this.#end([...this.#others][0]);
    this.#others.add(socket);
    socket.on('close', () => this.#others.delete(socket));
  }

  #end(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.#others.delete(socket);
    socket.destroy();
  }
}
