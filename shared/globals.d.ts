// The globals every JavaScript runtime has although no ECMAScript lib names them. Nothing of the
// DOM or of Node is visible in shared/, so that it runs on both sides.
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
declare class URL {
  constructor(url: string, base?: string);
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly username: string;
  readonly password: string;
}
