import { connect, type Socket } from 'node:net';

/**
 * Takes the name of GNOME's password prompter on the bus and never answers: a person who is away. It speaks
 * just enough D-Bus for that: the handshake, `Hello` and `RequestName`.
 */

const prompterName = 'org.gnome.keyring.SystemPrompter';
const answerLimitMs = 10_000;

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);

function marshalText(text: string): Buffer {
  return Buffer.concat([u32(Buffer.byteLength(text)), Buffer.from(`${text}\0`)]);
}

/** One header field that holds a string `s`, object path `o` or signature `g`, padded to the next one. */
function headerField(code: number, type: 's' | 'o' | 'g', text: string): Buffer {
  const value =
    type === 'g' ? Buffer.from(`${String.fromCharCode(text.length)}${text}\0`) : marshalText(text);
  return Buffer.concat([Buffer.from([code, 1, type.charCodeAt(0), 0]), value]);
}

function busCall(serial: number, member: string, signature: string, body: Buffer): Buffer {
  const bus = 'org.freedesktop.DBus';
  const fields = [
    headerField(1, 'o', '/org/freedesktop/DBus'),
    headerField(2, 's', bus),
    headerField(3, 's', member),
    headerField(6, 's', bus),
    ...(signature === '' ? [] : [headerField(8, 'g', signature)]),
  ];
  const last = fields.pop() ?? Buffer.alloc(0);
  const list = Buffer.concat([...fields.map(padded), last]);
  // Little-endian, a method call, no flags, protocol version 1.
  const header = Buffer.concat([
    Buffer.from([0x6c, 1, 0, 1]),
    u32(body.length),
    u32(serial),
    u32(list.length),
  ]);
  return Buffer.concat([padded(Buffer.concat([header, list])), body]);
}

function until(socket: Socket, isThere: (seen: Buffer) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = Buffer.alloc(0);
    const tooLate = setTimeout(() => reject(new Error('the bus did not answer')), answerLimitMs);
    const take = (bytes: Buffer): void => {
      seen = Buffer.concat([seen, bytes]);
      if (!isThere(seen)) return;
      clearTimeout(tooLate);
      socket.off('data', take);
      resolve();
    };
    socket.on('data', take);
    socket.once('error', reject);
  });
}

/** Connects to the bus at this address; the name is held until the socket is destroyed. */
export async function startSilentPrompter(busAddress: string): Promise<Socket> {
  const path = /unix:path=([^,;]+)/.exec(busAddress)?.[1];
  if (path === undefined) throw new Error('the bus of this session has no path');
  const socket = connect(path);
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  const welcomed = until(socket, (seen) => seen.includes('OK '));
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  await welcomed;
  // The bus announces a new owner with a signal that carries the name.
  const named = until(socket, (seen) => seen.includes('NameAcquired') && seen.includes(prompterName));
  socket.write('BEGIN\r\n');
  socket.write(busCall(1, 'Hello', '', Buffer.alloc(0)));
  const doNotQueue = 4;
  socket.write(
    busCall(2, 'RequestName', 'su', Buffer.concat([padToFour(marshalText(prompterName)), u32(doNotQueue)])),
  );
  await named;
  return socket;
}

function padToFour(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
