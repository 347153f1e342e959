// Lists what a server may do to a connection.
import type net from "node:net";

export type Act = (socket: net.Socket) => void;

export const head = (status: string, ...fields: readonly string[]) =>
  `${[`HTTP/1.1 ${status}`, ...fields].join("\r\n")}\r\n\r\n`;
export const whole = (status: string, body: string, ...fields: readonly string[]) =>
  head(status, "Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`, ...fields) +
  body;
export const says =
  (...pieces: readonly (string | Uint8Array)[]): Act =>
  (socket) => {
    for (const piece of pieces) socket.write(piece);
  };
export const saysAndCloses =
  (...pieces: readonly (string | Uint8Array)[]): Act =>
  (socket) => {
    says(...pieces)(socket);
    socket.end();
  };
/** A reset may overtake what was written before it, so it waits until that is out. */
export const saysAndResets =
  (piece: string): Act =>
  (socket) =>
    void socket.write(piece, () => socket.resetAndDestroy());
export const closes: Act = (socket) => void socket.end();
export const resets: Act = (socket) => void socket.resetAndDestroy();
export const never: Act = () => {};

/** Writes `piece` again and again until the connection is gone. */
export const drips =
  (first: string, piece: string): Act =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(piece), 2);
    socket.on("close", () => clearInterval(timer));
  };
